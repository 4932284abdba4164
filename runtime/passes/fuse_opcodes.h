#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes several operations by one opcode where there is one: products and sums, selections of
// bits, rotations, averages, saturating sums. For machines that have them all.
// The rewrite rules of group `fuse_opcodes` (defs/nir/rules).
//
// Before: any valid shader. After: no rule of the group applies. True when something changed.
bool fuse_opcodes(Shader& shader);

} // namespace jacquard::nir
