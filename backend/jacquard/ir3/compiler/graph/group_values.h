#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <cstdint>
#include <map>
#include <utility>

namespace jacquard::ir3 {

// Which values stand beside each other in the groups of a graph, for whoever shows it.
class GroupValues {
  public:
    explicit GroupValues(const Graph& graph);

    // The value in the register `step` behind that of a value; null where there is none. Of several
    // values of a register it is the last in program order.
    [[nodiscard]] const Node* neighbour(const Node& node, int step) const;

  private:
    std::map<std::pair<std::uint32_t, int>, const Node*> values_; // by group and slot
};

} // namespace jacquard::ir3
