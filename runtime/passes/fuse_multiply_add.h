#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Fuses a product that is only used by one sum or difference into ffma, where neither is exact. A
// negation or a swizzle between the two is taken along. The rewrite rules of group
// `fuse_multiply_add` (defs/nir/rules).
//
// Before: any valid shader. After: no rule of the group applies. True when something changed.
bool fuse_multiply_add(Shader& shader);

} // namespace jacquard::nir
