#pragma once

#include <jacquard/textures/storage_images.h>
#include <jacquard/textures/texture_sampler.h>

#include <cstdint>
#include <optional>

namespace jacquard::driver {

// Answers a texture request from a storage image, for programs that read images as textures, the
// first of which is `first` (see ir3::Program). The result is empty if the texture is not one of
// them.
[[nodiscard]] std::optional<textures::Texel> look_up_image(const textures::TextureRequest& request,
                                                           std::optional<std::uint32_t> first,
                                                           textures::StorageImages& images);

} // namespace jacquard::driver
