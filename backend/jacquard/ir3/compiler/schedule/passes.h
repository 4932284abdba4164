#pragma once

#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

namespace jacquard::ir3 {

// Passes that order the instructions of blocks, as the compiler runs them.
// The head of each source says what holds before and after its pass.

// Limits on the order of a block.
struct ScheduleOptions {
    // Components that may be live before the scheduler prefers what frees registers.
    unsigned pressure_limit = 0;
    // Before it prefers what came first.
    unsigned order_limit = 0;
    unsigned num_predicates = 1;
    // The scheduler moves only instructions that must wait for an address or a predicate.
    bool keeps_order = false;
};
// Returns what lives at the ends of the blocks, which scheduling does not change.
Liveness schedule(Graph& graph, const ScheduleOptions& options);

// Returns what it moved, in that order.
PoolVector<MovedNode> fill_delays(Graph& graph, const Liveness& liveness);

} // namespace jacquard::ir3
