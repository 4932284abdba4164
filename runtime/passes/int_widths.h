#pragma once

#include <jacquard/nir/builder.h>

namespace jacquard::nir {

// Conversions to a width that is known only when the pass runs. A value that has it already stays.

[[nodiscard]] inline SsaDef* zero_extend(Builder& b, const Operand& value, unsigned bit_size) {
    if (value.value->bit_size == bit_size) {
        return b.whole(value);
    }
    switch (bit_size) {
    case 1: return b.u2u1(value);
    case 8: return b.u2u8(value);
    case 16: return b.u2u16(value);
    case 32: return b.u2u32(value);
    default: return b.u2u64(value);
    }
}

[[nodiscard]] inline SsaDef* sign_extend(Builder& b, const Operand& value, unsigned bit_size) {
    if (value.value->bit_size == bit_size) {
        return b.whole(value);
    }
    switch (bit_size) {
    case 1: return b.i2i1(value);
    case 8: return b.i2i8(value);
    case 16: return b.i2i16(value);
    case 32: return b.i2i32(value);
    default: return b.i2i64(value);
    }
}

// 1 for true and 0 for false.
[[nodiscard]] inline SsaDef* bool_to_int(Builder& b, const Operand& truth, unsigned bit_size) {
    switch (bit_size) {
    case 1: return b.b2i1(truth);
    case 8: return b.b2i8(truth);
    case 16: return b.b2i16(truth);
    case 32: return b.b2i32(truth);
    default: return b.b2i64(truth);
    }
}

// All bits for true and none for false, of 8, 16 or 32; or the truth as it is for 1.
[[nodiscard]] inline SsaDef* widen_bool(Builder& b, const Operand& truth, unsigned bit_size) {
    if (truth.value->bit_size == bit_size) {
        return b.whole(truth);
    }
    switch (bit_size) {
    case 1: return b.b2b1(truth);
    case 8: return b.b2b8(truth);
    case 16: return b.b2b16(truth);
    default: return b.b2b32(truth);
    }
}

} // namespace jacquard::nir
