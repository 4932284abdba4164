#pragma once

#include <jacquard/nir/build/builder.h>

namespace jacquard::nir {

// Returns the bits of the lower half that a shift to the left moves into the upper one. They move
// by one and then by the bits of a half less one and the count, so that none cross for a count of
// 0; counts are modulo the bits of a half.
inline SsaDef* bits_crossing_left(Builder& b, const Operand& low, const Operand& count) {
    SsaDef* complement = b.inot(count);
    return b.ushr(b.ushr(low, b.imm_int(1)), complement);
}

} // namespace jacquard::nir
