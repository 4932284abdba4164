#pragma once

#include <jacquard/textures/texture_sampler.h>

#include <algorithm>

namespace jacquard::bench {

// Texels that are their coordinates.
struct CoordinateSampler final : textures::TextureSampler {
    textures::Texel lookup(const textures::TextureRequest& request) override {
        textures::Texel texel;
        std::copy(request.coordinates.begin(), request.coordinates.end(), texel.components.begin());
        return texel;
    }
};

} // namespace jacquard::bench
