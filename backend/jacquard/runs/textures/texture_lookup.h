#pragma once

#include <jacquard/runs/textures/recorded_texture.h>
#include <jacquard/textures/storage_images.h>
#include <jacquard/textures/texture_sampler.h>

namespace jacquard::driver {

// Answers a lookup or a query.
[[nodiscard]] textures::Texel look_up(const RecordedTexture& texture, const SamplerState& sampler,
                                      const textures::TextureRequest& request);
// Performs an access to an image, which may change it, and returns its result.
[[nodiscard]] textures::ImageTexel access_image(RecordedTexture& texture,
                                                const textures::ImageRequest& request);

} // namespace jacquard::driver
