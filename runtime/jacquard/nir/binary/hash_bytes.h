#pragma once

#include <jacquard/support/api.h>

#include <cstdint>
#include <span>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// Wide enough that two shaders of one cache do not share one by chance. It is not
// collision-resistant.
struct ShaderHash {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    friend constexpr bool operator==(const ShaderHash&, const ShaderHash&) = default;
};

[[nodiscard]] ShaderHash hash_bytes(std::span<const std::uint8_t> bytes);

} // namespace jacquard::nir

JACQUARD_END_API
