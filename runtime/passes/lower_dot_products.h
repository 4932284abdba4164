#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes sums of products of the bytes or half words of two words (sdot_4x8_iadd and its
// relatives, saturating or not) from shifts, products and sums.
//
// Before: any shader. After: none of those opcodes is left; sums that saturate may be new. True
// when something changed.
bool lower_dot_products(Shader& shader);

} // namespace jacquard::nir
