#pragma once

#include <jacquard/generated/ir3/slots.h>

#include <cstddef>

namespace jacquard::ir3 {

// Textures of which the driver can say how many samples they have.
inline constexpr std::size_t kNumberedTextures = 16;

// The slot that says it, by a number below kNumberedTextures.
[[nodiscard]] constexpr Slot sample_bits_slot(std::size_t texture) {
    return static_cast<Slot>(static_cast<std::size_t>(Slot::TEXTURE_SAMPLE_BITS_IR3_0) + texture);
}

// Uniform buffers of which the driver can say where they begin, and the slot that says it.
inline constexpr std::size_t kNumberedBuffers = 16;
[[nodiscard]] constexpr Slot buffer_address_slot(std::size_t buffer) {
    return static_cast<Slot>(static_cast<std::size_t>(Slot::UNIFORM_BUFFER_ADDRESS_IR3_0) + buffer);
}

} // namespace jacquard::ir3
