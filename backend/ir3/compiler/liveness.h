#pragma once

#include <jacquard/ir3/compiler/chained_lists.h>
#include <jacquard/ir3/compiler/machine_ir.h>

#include <span>

namespace jacquard::ir3 {

// The values that cross the edges between blocks.
//
// What a phi reads is read at the end of the predecessor, and the phi itself is made at the
// beginning of its block.
struct Liveness {
    explicit Liveness(MemoryPool& pool) : live_in(pool), live_out(pool) {}

    // By index of the block; a value stands there once.
    ChainedLists<Node*> live_in;
    ChainedLists<Node*> live_out;
};

// Values times blocks: where many live long, that is much more than the graph itself. Throws
// BudgetExceeded where the budget of the graph's arena does not suffice.
[[nodiscard]] Liveness compute_liveness(Graph& graph);

// A node that has gone to another block than it was in.
struct MovedNode {
    Node* node = nullptr;
    Block* from = nullptr;
};
// Brings it up to date. The same may be thrown.
void update_liveness(Graph& graph, std::span<const MovedNode> moved, Liveness& liveness);

} // namespace jacquard::ir3
