#pragma once

#include <jacquard/runs/textures/recorded_texture.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace jacquard::driver {

// A texel as a line of a case has it: the components that a shader sees, those of 64 bits as two
// words, the lower one first.
using TexelWords = std::array<std::uint32_t, 8>;

// Returns how many words a line has: four, or eight for components of 64 bits.
[[nodiscard]] unsigned num_texel_words(nir::TexelFormat format);

// The texel of that number among all of them, which there must be.
[[nodiscard]] TexelWords texel_of(const RecordedTexture& texture, std::size_t number);
// Returns the texel whose bytes are all 0.
[[nodiscard]] TexelWords texel_without_bits(nir::TexelFormat format);
// Adds the line of a texel of `resource`, "IMAGE 3".
void append_texel(std::string& text, const std::string& resource, const RecordedTexture& texture,
                  std::size_t number);
void set_texel(RecordedTexture& texture, std::size_t number, const TexelWords& words);

} // namespace jacquard::driver
