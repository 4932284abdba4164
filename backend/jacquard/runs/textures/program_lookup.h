#pragma once

#include <jacquard/ir3/emulator/interface/resources.h>
#include <jacquard/ir3/emulator/interface/texture_sampler.h>
#include <jacquard/runs/textures/recorded_texture.h>
#include <jacquard/runs/textures/texture_filter.h>

#include <array>
#include <cstdint>

namespace jacquard::driver {

[[nodiscard]] RecordedLookup lookup_of(const ir3::TextureRequest& request);

// Answers a texture instruction of a program, including queries.
[[nodiscard]] ir3::Texel look_up(const RecordedTexture& texture, const SamplerState& sampler,
                                 const ir3::TextureRequest& request);

// Performs an image access of a program and returns its result.
std::array<std::uint32_t, 4> access_image(RecordedTexture& texture,
                                          const ir3::ImageRequest& request);

} // namespace jacquard::driver
