#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes ldexp by products with powers of two; a result outside the normal range becomes a zero
// of the source's sign, as the opcode's meaning says.
//
// Before: any shader. After: no ldexp of 32 bits is left. True when something changed.
bool lower_ldexp(Shader& shader);

} // namespace jacquard::nir
