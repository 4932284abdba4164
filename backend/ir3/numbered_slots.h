#pragma once

#include <jacquard/ir3/slots.h>

#include <cstddef>

namespace jacquard::ir3 {

// Textures of which the driver can say how many samples they have.
inline constexpr std::size_t kNumberedTextures = 32;

// The slot that says it, by a number below kNumberedTextures.
[[nodiscard]] constexpr Slot sample_bits_slot(std::size_t texture) {
    return static_cast<Slot>(static_cast<std::size_t>(Slot::TEXTURE_SAMPLE_BITS_IR3_0) + texture);
}

} // namespace jacquard::ir3
