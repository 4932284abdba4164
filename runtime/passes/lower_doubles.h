#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

struct LowerDoublesOptions {
    // Sums, products, ffma, comparisons and conversions too. Otherwise the target computes these,
    // and only what is more than them is lowered.
    bool arithmetic = true;
};

// Computes double-precision floats from 64-bit integers: results are rounded to nearest, ties to
// even, denormals included, as the opcodes say. Denormal results become zeros where the float
// controls of the shader ask for that.
//
// Before: any shader; reductions are split by lower_alu_to_scalar, or they stay. After: no double
// is computed with but by fpow, fsin, fcos and opcodes of other vendors; lower_int64 takes care of
// the integers. True when something changed.
bool lower_doubles(Shader& shader, const LowerDoublesOptions& options = {});

} // namespace jacquard::nir
