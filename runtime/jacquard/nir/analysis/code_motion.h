#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// These functions say how an instruction may be moved that does not have to stay.

// Returns whether it computes the same wherever its sources are available and lanes are active that
// need it, so that it may be computed once for several, later, or not at all. Phis are not among
// these, nor is what depends on which lanes are active or on what was written before.
[[nodiscard]] bool can_move(const Instruction& instruction);

// Returns true if it may also be computed where the program would not have done so: it cannot fault
// and costs little.
[[nodiscard]] bool can_speculate(const Instruction& instruction);

// 0 for what takes no time of its own: constants, copies, undefined values, phis.
[[nodiscard]] unsigned cost_of(const Instruction& instruction);

} // namespace jacquard::nir
