#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Which opcodes that pack values the target lacks.
struct LowerPackUnpackOptions {
    bool vectors = true;  // those of vectors, by those of scalars where there are any
    bool norms = true;    // pack_* and unpack_* of snorm and unorm
    bool integers = true; // pack_sint_2x16, pack_uint_2x16, pack_uvec*
    bool scalars = true;  // pack_32_2x16_split, pack_32_4x8_split, unpack_32_2x16_split_*
    bool halves = true;   // the _split ones of half floats
};

// Packs and unpacks by shifts, masks and conversions.
//
// Before: any shader; divisions by the largest fractions are fdiv, so lower_float_division comes
// later. After: none of the opcodes chosen is left; pack_64_2x32_split and its opposites stay, as
// that is what words of 64 bits are made and taken apart by. True when something changed.
bool lower_pack_unpack(Shader& shader, const LowerPackUnpackOptions& options = {});

} // namespace jacquard::nir
