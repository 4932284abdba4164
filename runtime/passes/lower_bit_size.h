#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

struct LowerBitSizeOptions {
    // The width to compute an instruction in; 0 or its own: it stays. Null: what `int_bits` and
    // `float_bits` say.
    unsigned (*bit_size)(const AluInstruction& alu, const void* callback_data) = nullptr;
    const void* callback_data = nullptr;

    // The narrowest integers and floats that the target computes with.
    unsigned int_bits = 32;
    unsigned float_bits = 16;
};

// Computes narrow integers and half floats in wider ones: operands are extended as their types in
// the table of opcodes say, and the low bits of the result, or the half float nearest to it, kept.
// The table gives half floats the meaning that this has.
//
// Before: any shader; operations whose result depends on the width in other ways (sums that carry
// or saturate, rotations, extract_* and insert_*) are lowered by lower_integer_compounds, or they
// stay. After: narrow values are only copied, chosen, converted, loaded and stored, but for those.
// True when something changed.
bool lower_bit_size(Shader& shader, const LowerBitSizeOptions& options = {});

// Computes all half floats in single precision.
//
// Before: any shader; reductions are whole, since a sum of several products is rounded once. After:
// half floats are only copied, chosen, converted, loaded and stored. True when something changed.
inline bool lower_half(Shader& shader) {
    LowerBitSizeOptions options;
    options.int_bits = 8;
    options.float_bits = 32;
    return lower_bit_size(shader, options);
}

} // namespace jacquard::nir
