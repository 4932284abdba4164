#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes idiv, udiv, imod, umod and irem of 32 bits and less with float reciprocals and
// corrections that make the result exact; division by zero gives 0.
//
// Before: any shader. After: none of those opcodes is left, save 64-bit ones. True when something
// changed.
bool lower_integer_division(Shader& shader);

} // namespace jacquard::nir
