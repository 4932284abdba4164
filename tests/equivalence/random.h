#pragma once

#include <jacquard/support/random.h>

#include <array>
#include <cstdint>

namespace jacquard::nir {

using jacquard::Random;

// The kind of words that a run gets.
enum class WordStyle : std::uint8_t {
    edges,          // zeros, infinities, the ends of ranges, neighbours of powers of two
    small_floats,   // multiples of 1/16 between -8 and 8
    small_integers, // -16 … 47
    any_floats,     // of moderate size
    any_bits,
    mixed,
};
inline constexpr unsigned kNumWordStyles = 6;

[[nodiscard]] std::uint32_t random_word(Random& random, WordStyle style);

} // namespace jacquard::nir
