#pragma once

#include <jacquard/ir3/emulator/interface/resources.h>
#include <jacquard/ir3/emulator/interface/texture_sampler.h>

#include <cstdint>
#include <optional>

namespace jacquard::driver {

// Answers a texture request from a storage image, for programs that read images as textures, the
// first of which is `first` (see ir3::Program). The result is empty if the texture is not one of
// them.
[[nodiscard]] std::optional<ir3::Texel> look_up_image(const ir3::TextureRequest& request,
                                                      std::optional<std::uint32_t> first,
                                                      ir3::StorageImages& images);

} // namespace jacquard::driver
