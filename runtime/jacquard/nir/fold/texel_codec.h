#pragma once

#include <jacquard/generated/nir/texel_formats.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace jacquard::nir {

// The components of a texel as a shader sees them: bits of floats or integers of 32 bits, and of 64
// bits where the format has components of 64 bits.
using TexelComponents = std::array<std::uint64_t, 4>;

// The format of that name, ours or Vulkan's (with or without VK_FORMAT_).
[[nodiscard]] std::optional<TexelFormat> find_texel_format(std::string_view name);

// Returns true if its components are 64 bits wide.
[[nodiscard]] bool has_wide_components(TexelFormat format);

// The components of the texel whose bytes these are. Components that the format lacks are 0, the
// last one 1. A stencil behind a depth is the second component. Zeros where bytes are missing.
[[nodiscard]] TexelComponents decode_texel(TexelFormat format, std::span<const std::byte> bytes);

// Writes a texel: floats are rounded to nearest and brought into the range of the format, no number
// becomes 0 where the format has none; of integers the lower bits are taken. Bits that no component
// has become 0. Writes nothing where bytes are missing.
void encode_texel(TexelFormat format, const TexelComponents& components,
                  std::span<std::byte> bytes);

} // namespace jacquard::nir
