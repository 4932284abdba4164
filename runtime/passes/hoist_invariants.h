#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Moves what does not change in a loop in front of it, out of as many loops as possible.
//
// Only instructions that can be moved freely are: they neither write nor depend on what is written
// or on which lanes are active. What does not stand in the header of the loop, and so may never
// have been computed, moves only if it can be speculated.
//
// Before: SSA form, links are right.
// After: the sources of such an instruction in a loop do not all come from outside of it.
bool hoist_invariants(Shader& shader);

} // namespace jacquard::nir
