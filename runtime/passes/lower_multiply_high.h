#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes imul_high and umul_high of 32 bits and less from products of halves.
//
// Before: any shader. After: none of those opcodes is left, save 64-bit ones. True when something
// changed.
bool lower_multiply_high(Shader& shader);

} // namespace jacquard::nir
