#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Which float operations the target lacks.
struct LowerFloatCompoundsOptions {
    bool clamps = true;        // fsat, fsat_signed, fclamp_pos
    bool signs = true;         // fsign
    bool fractions = true;     // ffract, fceil
    bool interpolation = true; // flrp
    bool sets = true;          // slt, sge, seq, sne
    bool orders = true;        // comparisons that NaNs decide otherwise, and ford and funord
    bool kinds = true;         // fisfinite, fisnormal
    bool zero_products = true; // fmulz, ffmaz
    bool half_turns = true;    // fsin_mdg, fcos_mdg
    bool quantisation = true;  // fquantize2f16
};

// Computes float operations that are several in one from sums, products, extremes, floors,
// comparisons and choices.
//
// Before: any shader. After: none of the opcodes chosen is left at 16 or 32 bits, nor at 64 but for
// half_turns and quantisation, which lower_doubles knows. True when something changed.
bool lower_float_compounds(Shader& shader, const LowerFloatCompoundsOptions& options = {});

// The same for flrp alone.
inline bool lower_flrp(Shader& shader) {
    return lower_float_compounds(
        shader, {false, false, false, true, false, false, false, false, false, false});
}

} // namespace jacquard::nir
