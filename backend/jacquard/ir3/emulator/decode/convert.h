#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/ir3/isa/instruction/data_types.h>

#include <cstdint>

namespace jacquard::ir3 {

// True for types that live in half registers. The 32-bit form of u8 counts as one here, as it
// does for moves.
[[nodiscard]] constexpr bool is_half_type(DataType type) {
    return is_one_of(type, kMoveHalfTypes);
}

// Converts a value as cov does: floats are cut toward zero when they become integers (out of range
// they become the nearest value, a NaN 0), integers are extended by their own sign, u8 by its
// highest bit. Bits above a type's width are ignored in `bits` and 0 in the result.
[[nodiscard]] std::uint32_t convert(std::uint32_t bits, DataType from, DataType to,
                                    RoundMode round);

// Convert the contents of a register of the type to the 32-bit words of images, and back.
[[nodiscard]] std::uint32_t widened(std::uint32_t word, DataType type);
[[nodiscard]] std::uint32_t narrowed(std::uint32_t word, DataType type);

} // namespace jacquard::ir3
