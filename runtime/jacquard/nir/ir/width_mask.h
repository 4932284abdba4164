#pragma once

#include <bit>

namespace jacquard::nir {

// Returns true if a mask of widths, as opcodes and intrinsics have them (bit n: 2^n bits), has that
// one.
[[nodiscard]] constexpr bool mask_allows(unsigned mask, unsigned bit_size) {
    return (mask >> std::countr_zero(bit_size) & 1) != 0;
}

} // namespace jacquard::nir
