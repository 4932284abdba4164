#pragma once

#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

namespace jacquard::ir3 {

// Passes that order the instructions of blocks, as the compiler runs them.
// What holds before and after each pass stands at the top of its file.

void compute_depth(Graph& graph);

// How a block may be ordered.
struct ScheduleOptions {
    // Components that may be live before the scheduler prefers what frees registers.
    unsigned pressure_limit = 0;
    // Before it prefers what came first.
    unsigned order_limit = 0;
    unsigned num_predicates = 1;
    // Nothing is moved but what must wait for an address or a predicate.
    bool keeps_order = false;
};
// Returns what lives at the ends of the blocks, which scheduling does not change.
Liveness schedule(Graph& graph, const ScheduleOptions& options);

// Returns what it moved, in that order.
PoolVector<MovedNode> fill_delays(Graph& graph, const Liveness& liveness);

} // namespace jacquard::ir3
