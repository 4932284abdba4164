#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Turns declared registers into SSA values, with phis where control flow meets.
//
// Before: block links are right. After: no register is left that is neither an array nor accessed
// indirectly; reads before any write have become undef. Writes under a mask keep the other
// components. True when something changed.
bool registers_to_ssa(Shader& shader);

} // namespace jacquard::nir
