#pragma once

#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <span>

namespace jacquard::ir3 {

// The order of the nodes before they are scheduled. What was scheduled once is brought back to it;
// copies of addresses, which scheduling makes, come in front of their first readers.
class SourceOrder {
  public:
    explicit SourceOrder(const Graph& graph);

    // `moved` stand in other blocks than they did.
    void restore(Graph& graph, std::span<const MovedNode> moved = {}) const;

  private:
    PoolVector<const Node*> nodes_;
};

} // namespace jacquard::ir3
