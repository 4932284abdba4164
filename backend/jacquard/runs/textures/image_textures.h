#pragma once

#include <jacquard/ir3/emulator/interface/resources.h>
#include <jacquard/ir3/emulator/interface/texture_sampler.h>

#include <cstdint>
#include <optional>

namespace jacquard::driver {

// What storage images answer where a program asks for them as textures, the first of which is
// `first` (see ir3::Program); empty where the texture is none of them.
[[nodiscard]] std::optional<ir3::Texel> look_up_image(const ir3::TextureRequest& request,
                                                      std::optional<std::uint32_t> first,
                                                      ir3::StorageImages& images);

} // namespace jacquard::driver
