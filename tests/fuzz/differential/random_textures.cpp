#include "random_textures.h"

#include <array>
#include <bit>
#include <string_view>

namespace jacquard::fuzz {

namespace {

using driver::RecordedTexture;

constexpr std::uint32_t kSide = 8; // texels along an axis
constexpr std::uint32_t kDepth = 4;
constexpr std::uint32_t kLayers = 3;
constexpr std::uint32_t kFaces = 6;
constexpr std::uint32_t kSamples = 4;

RecordedTexture shape_of(const nir::TextureUnit& unit) {
    RecordedTexture made;
    made.dim = "2D";
    made.size = {kSide, kSide, 1};
    made.layers = unit.is_array ? kLayers : 1;
    switch (unit.dim) {
    case nir::TextureDim::dim_1d:
        made.dim = "1D";
        made.size[1] = 1;
        break;
    case nir::TextureDim::dim_3d:
        made.dim = "3D";
        made.size = {kDepth, kDepth, kDepth};
        break;
    case nir::TextureDim::dim_cube:
        made.dim = "Cube";
        made.layers *= kFaces;
        break;
    case nir::TextureDim::dim_ms: made.samples = kSamples; break;
    default: break;
    }
    return made;
}

template <typename Enum>
Enum one_of(nir::Choices& choices, std::initializer_list<Enum> values) {
    return values.begin()[choices.below(static_cast<std::uint32_t>(values.size()))];
}

} // namespace

void add_random_textures(nir::Choices& choices, std::span<const nir::TextureUnit> units,
                         driver::CaseRun& run) {
    for (const nir::TextureUnit& unit : units) {
        RecordedTexture made = shape_of(unit);
        if (made.samples == 1) {
            made.levels = 1 + choices.below(driver::most_levels(made.size));
        }
        const std::uint32_t first = choices.below(64);
        made.texels.resize(made.num_words());
        for (std::uint32_t i = 0; i < made.texels.size(); ++i) {
            made.texels[i] = std::bit_cast<std::uint32_t>(static_cast<float>(first + i) / 16.0F);
        }
        made.is_combined = true;
        for (nir::AddressMode& mode : made.sampler.address) {
            mode = one_of(choices, {nir::AddressMode::repeat, nir::AddressMode::clamp_to_edge,
                                    nir::AddressMode::clamp_to_border});
        }
        made.sampler.magnify =
            one_of(choices, {nir::TexelFilter::nearest, nir::TexelFilter::linear});
        made.sampler.minify = made.sampler.magnify;
        made.sampler.compares = unit.is_shadow;
        run.textures.push_back({unit.unit, std::move(made)});
    }
}

} // namespace jacquard::fuzz
