#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Which operations on the bits of words the target lacks. Operands of other widths are left to
// lower_bit_size and lower_int64.
struct LowerBitCountsOptions {
    bool bit_count = true;
    bool find_lsb = true;
    bool find_msb = true; // ufind_msb, ifind_msb, both with _rev, uclz
    bool bitfield_reverse = true;
};

// Counts, finds and reverses the bits of words by sums, shifts and masks.
//
// Before: any shader. After: none of the opcodes chosen is left for operands of 32 bits. True when
// something changed.
bool lower_bit_counts(Shader& shader, const LowerBitCountsOptions& options = {});

} // namespace jacquard::nir
