#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes bitfield_insert, ibitfield_extract, ubitfield_extract, find_lsb, ufind_msb, ifind_msb
// and bitfield_reverse chains from shifts and masks where the target lacks them.
//
// Before: any shader. After: none of the opcodes chosen in the options is left. True when something
// changed.
struct BitLowering {
    bool bitfield_insert = true;
    bool bitfield_extract = true;
    bool find_lsb = true;
    bool find_msb = true;
};

bool lower_bit_operations(Shader& shader, const BitLowering& options = {});

} // namespace jacquard::nir
