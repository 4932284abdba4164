#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

namespace jacquard::ir3 {

// The passes over the machine graph, in the order in which the compiler runs them. What holds
// before and after each stands at the top of its file.

void hoist_uniforms(Graph& graph, const MachineFacts& machine);
void load_uniforms(Graph& graph);
void propagate_copies(Graph& graph, const MachineFacts& machine);
void eliminate_common_subexpressions(Graph& graph);
void eliminate_dead_code(Graph& graph);
// Returns whether there were any.
bool prefetch_textures(Graph& graph, const MachineFacts& machine);
void leave_ssa(Graph& graph);
void group_neighbours(Graph& graph);
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

// What came of assigning registers.
struct Assignment {
    // When not, nothing is assigned: the values need more registers than there are.
    bool is_done = false;
    // Of the halves of registers that are taken where most are, those beyond what there is, in the
    // order that the blocks have: in all of the program and in its preamble. 0 where they suffice.
    std::uint32_t beyond = 0;
    std::uint32_t beyond_in_preamble = 0;
};
[[nodiscard]] Assignment assign_registers(Graph& graph, const Liveness& liveness,
                                          const MachineFacts& machine);

void lay_out_blocks(Graph& graph);
void mark_last_reads(Graph& graph);
void legalise(Graph& graph, const MachineFacts& machine);

} // namespace jacquard::ir3
