#include <jacquard/generated/tgsi/names.h>
#include <jacquard/runs/textures/test_sampler.h>

#include <algorithm>
#include <bit>
#include <string_view>

namespace jacquard::driver {

namespace {

// The target that a header gives for the unit through which a fragment reads its pixel.
constexpr std::string_view kFramebuffer = "FRAMEBUFFER";

} // namespace

TestSampler::TestSampler(std::span<const ir3::SamplerUnit> units) {
    for (const ir3::SamplerUnit& unit : units) {
        const auto target = tgsi::find_texture_target(unit.target);
        if (unit.target == kFramebuffer) {
            units_[unit.unit] = {2, true, false};
        } else if (target && tgsi::info(*target).num_coordinates != 0) {
            units_[unit.unit] = {tgsi::info(*target).num_layer_coordinates(), false,
                                 tgsi::info(*target).has_samples};
        }
    }
}

textures::Texel TestSampler::lookup(const textures::TextureRequest& request) {
    using Kind = textures::TextureRequest::Kind;
    textures::Texel texel;
    const TestTexture texture{request.texture};
    const auto known = units_.find(request.sampler);
    const Unit unit = known != units_.end() ? known->second : Unit{};
    switch (request.kind) {
    case Kind::size:
        for (unsigned axis = 0; axis < 3; ++axis) {
            texel.components[axis] = texture.size(axis, request.level);
        }
        texel.components[3] = texture.layers();
        return texel;
    case Kind::counts:
        texel.components[0] = texture.levels();
        texel.components[1] = TestTexture::kSamples;
        return texel;
    case Kind::level_of_detail:
        for (std::size_t i = 0; i < TestTexture::kLevelsOfDetail.size(); ++i) {
            texel.components[i] = std::bit_cast<std::uint32_t>(TestTexture::kLevelsOfDetail[i]);
        }
        return texel;
    default: break;
    }
    if (request.is_framebuffer || unit.is_framebuffer) {
        return texel;
    }
    std::copy_n(request.coordinates.begin(),
                std::min<unsigned>({request.num_coordinates, unit.num_coordinates, 3}),
                texel.components.begin());
    texel.components[3] = std::bit_cast<std::uint32_t>(1.0F + static_cast<float>(request.sampler));
    return texel;
}

std::uint32_t TestSampler::num_samples(std::uint32_t texture) const {
    const auto known = units_.find(texture);
    return known != units_.end() && known->second.has_samples ? TestTexture::kSamples : 1;
}

} // namespace jacquard::driver
