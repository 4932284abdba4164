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

ir3::Texel TestSampler::lookup(const ir3::TextureRequest& request) {
    const TestTexture texture{request.texture};
    switch (request.lookup) {
    case ir3::LookupKind::size_query:
        return {texture.size(0, request.level), texture.size(1, request.level),
                texture.size(2, request.level), texture.layers()};
    case ir3::LookupKind::level_query: return {0, 0, texture.levels(), TestTexture::kSamples};
    case ir3::LookupKind::level_of_detail:
        return {TestTexture::kLevelsOfDetail[0], TestTexture::kLevelsOfDetail[1], 0, 0};
    default: break;
    }
    unsigned used = std::min<unsigned>(request.num_coordinates, 3);
    const auto known = units_.find(request.sampler);
    if (known != units_.end()) {
        if (known->second.is_framebuffer) {
            return {};
        }
        used = std::min(used, known->second.num_coordinates);
    }
    ir3::Texel texel{};
    std::copy_n(request.coordinates.begin(), used, texel.begin());
    texel[3] = std::bit_cast<std::uint32_t>(1.0F + static_cast<float>(request.sampler));
    return texel;
}

std::uint32_t TestSampler::num_samples(std::uint32_t texture) const {
    const auto known = units_.find(texture);
    return known != units_.end() && known->second.has_samples ? TestTexture::kSamples : 1;
}

} // namespace jacquard::driver
