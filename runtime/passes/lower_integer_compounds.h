#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>

namespace jacquard::nir {

// Which integer operations the target lacks, and at which widths.
struct LowerIntegerCompoundsOptions {
    std::uint32_t bit_sizes = 8 | 16 | 32 | 64; // the widths themselves, or-ed

    bool carries = true;         // uadd_carry, usub_borrow
    bool saturating = true;      // sums and differences with _sat
    bool averages = true;        // ihadd, irhadd, uhadd, urhadd
    bool differences = true;     // uabs_isub, uabs_usub
    bool sums = true;            // iadd3, imad, amul
    bool signs = true;           // isign
    bool rotations = true;       // urol, uror, shfr
    bool selections = true;      // bitfield_select, bitnz, bitz
    bool parts = true;           // extract_*, insert_*
    bool wide_products = true;   // imul_2x32_64, umul_2x32_64; of 32 bits by their operands
    bool narrow_products = true; // those of 24, 16 and 32 by 16 bits
};

// Computes integer operations that are several in one from sums, products, shifts, comparisons and
// choices of the same width.
//
// Before: any shader. After: none of the opcodes chosen is left at the widths chosen; high halves
// of products may be new. True when something changed.
bool lower_integer_compounds(Shader& shader, const LowerIntegerCompoundsOptions& options = {});

} // namespace jacquard::nir
