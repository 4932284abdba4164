#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Makes functions return at their end only.
//
// A body with early returns goes into a loop that runs once, which they break out of. A return
// inside another loop notes in a register that it happened and breaks; behind each such loop
// follows a break for that case.
//
// Before: SSA form, links are right.
// After: links are right, no return is left. The note is a register (registers_to_ssa); where
// returns were few, optimise_loops makes ifs of the loop that runs once.
bool lower_returns(Shader& shader);

} // namespace jacquard::nir
