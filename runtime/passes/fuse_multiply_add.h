#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Fuses a product that is only used by one sum into ffma, where neither is exact. A negation or a
// swizzle between the two is taken along.
//
// Before: any shader. After: no inexact fadd has a source that is an inexact fmul used only there.
// True when something changed.
bool fuse_multiply_add(Shader& shader);

} // namespace jacquard::nir
