#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes fields of bits (ubfe, ibfe, bfm, bfi, bitfield_insert and both bitfield_extract) from
// shifts and masks.
//
// Before: any shader. After: none of those opcodes is left. True when something changed.
bool lower_bit_operations(Shader& shader);

} // namespace jacquard::nir
