#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes ldexp by two products with powers of two, a result below the normal range becoming a
// zero of the source's sign.
//
// Before: any shader. After: no ldexp of 16 or 32 bits is left. True when something changed.
bool lower_ldexp(Shader& shader);

} // namespace jacquard::nir
