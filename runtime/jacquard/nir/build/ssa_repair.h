#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// Puts phis where values are read that are not defined on every way to there: on ways that pass
// the definition it is read, on others the value is undefined. True when something changed.
//
// Before: links are right, and each value is defined on the ways where what is read matters.
// After: every value is defined before it is read. Dominance is made anew.
bool repair_ssa(Function& function);

// Reads the values of a loop that are used behind it through phis in the block behind the loop.
//
// Before: links of the loop and numbers of its blocks are right.
void close_loop_values(Shader& shader, LoopNode& loop);

} // namespace jacquard::nir
