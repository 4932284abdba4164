#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

namespace jacquard::ir3 {

// Passes that give values their registers, in the order in which the compiler runs them.
// The head of each source says what holds before and after its pass.

// The outcome of register assignment.
struct Assignment {
    // False: the values need more registers than there are, and nothing is assigned.
    bool is_done = false;
    // The half registers that are missing at the point of highest pressure, in the present order of
    // the blocks: in the whole program and in its preamble. 0 where there are enough.
    std::uint32_t beyond = 0;
    std::uint32_t beyond_in_preamble = 0;
    std::uint32_t registers = 0; // in which the values have room, in vec4 of 32 bits
};
[[nodiscard]] Assignment assign_registers(Graph& graph, const Liveness& liveness,
                                          const MachineFacts& machine);

} // namespace jacquard::ir3
