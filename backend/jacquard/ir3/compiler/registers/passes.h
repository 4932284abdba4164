#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

namespace jacquard::ir3 {

// Passes that give values their registers, in the order in which the compiler runs them.
// What holds before and after each pass stands at the top of its file.

void leave_ssa(Graph& graph);
void group_neighbours(Graph& graph);

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

} // namespace jacquard::ir3
