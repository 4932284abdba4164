#pragma once

#include <cstdint>

namespace jacquard::driver::amber {

// The most that a number of a script is.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;
inline constexpr std::uint32_t kMostAlong = 16384; // elements of an array, texels of an image

// Whether a digit in the name of a type says how many rows or columns it has.
[[nodiscard]] constexpr bool is_dimension(char digit) {
    return digit >= '2' && digit <= '4';
}

} // namespace jacquard::driver::amber
