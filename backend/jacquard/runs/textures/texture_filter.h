#pragma once

#include <jacquard/runs/textures/recorded_texture.h>
#include <jacquard/textures/texture_sampler.h>

namespace jacquard::driver {

// Performs a lookup by the Vulkan specification's chapter on image operations.
[[nodiscard]] RecordedTexel sample(const RecordedTexture& texture, const SamplerState& sampler,
                                   const textures::TextureRequest& request);
// One component of the four texels around, or four comparisons.
[[nodiscard]] RecordedTexel gather(const RecordedTexture& texture, const SamplerState& sampler,
                                   const textures::TextureRequest& request);

// Levels of detail as a query answers them.
struct LevelOfDetail {
    float accessed = 0.0F; // within the levels there are
    float computed = 0.0F; // before limits apply
};
[[nodiscard]] LevelOfDetail level_of_detail(const RecordedTexture& texture,
                                            const SamplerState& sampler,
                                            const textures::TextureRequest& request);

} // namespace jacquard::driver
