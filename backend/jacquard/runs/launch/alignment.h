#pragma once

#include <cstdint>

namespace jacquard::driver {

// Buffers begin at multiples of this, and at least as much is between them.
inline constexpr std::uint64_t kBufferAlignment = 256;
// Memory of the work group that an argument asks for begins at one of this, the largest that a type
// has.
inline constexpr std::uint32_t kLocalAlignment = 128;

// The first multiple that is no less.
[[nodiscard]] constexpr std::uint64_t up_to(std::uint64_t number, std::uint64_t alignment) {
    return (number + alignment - 1) / alignment * alignment;
}

} // namespace jacquard::driver
