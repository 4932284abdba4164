#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/program.h>
#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <optional>
#include <span>

namespace jacquard::ir3 {

// Asks the texture unit for what machines with slots do not know of their images: sizes, and texels
// where slots cannot be loaded from. Image n is the texture behind all others by n; the shader's
// property first_image_texture says which one the first is. True where the shader changed.
bool images_as_textures(nir::Shader& shader, const MachineFacts& machine,
                        std::span<const Resource> resources);

// Returns the value of that property; empty where no image is asked for as a texture.
[[nodiscard]] std::optional<std::uint32_t> first_image_texture(const nir::Shader& shader);

// Whether texels of a format are one component of 32 bits.
[[nodiscard]] bool is_one_word(std::uint32_t format);

} // namespace jacquard::ir3
