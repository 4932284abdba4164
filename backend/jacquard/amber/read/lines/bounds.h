#pragma once

#include <cstdint>
#include <string_view>

namespace jacquard::driver::amber {

// The most that a number of a script is.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;
inline constexpr std::uint32_t kMostAlong = 16384; // elements of an array, texels of an image

inline constexpr std::uint32_t kMostTimes = 65536; // that commands are repeated

// Whether a digit in the name of a type says how many rows or columns it has.
[[nodiscard]] constexpr bool is_dimension(char digit) {
    return digit >= '2' && digit <= '4';
}

// Whether a name may be that of an extension of Vulkan.
[[nodiscard]] constexpr bool is_extension(std::string_view name) {
    constexpr std::string_view kPrefix = "VK_";
    return name.starts_with(kPrefix) && name.size() > kPrefix.size();
}

} // namespace jacquard::driver::amber
