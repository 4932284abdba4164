#pragma once

#include <jacquard/generated/nir/texel_formats.h>

#include <array>

namespace jacquard::driver {

// The state of a sampler; the default looks up the nearest texel of the first level.
struct SamplerState {
    std::array<nir::AddressMode, 3> address{nir::AddressMode::clamp_to_edge,
                                            nir::AddressMode::clamp_to_edge,
                                            nir::AddressMode::clamp_to_edge};
    nir::TexelFilter magnify = nir::TexelFilter::nearest;
    nir::TexelFilter minify = nir::TexelFilter::nearest;
    nir::TexelFilter between_levels = nir::TexelFilter::nearest;
    float bias = 0.0F; // added to the level of detail
    float min_level = 0.0F;
    float max_level = kNoLimit;
    bool compares = false;
    nir::TexelComparison comparison = nir::TexelComparison::less_or_equal;
    nir::BorderColour border = nir::BorderColour::transparent_black;
    bool counts_texels = false; // the coordinates are not from 0 to 1

    // Vulkan's value for a highest level that is none.
    static constexpr float kNoLimit = 1000.0F;

    friend bool operator==(const SamplerState&, const SamplerState&) = default;
};

} // namespace jacquard::driver
