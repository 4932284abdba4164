#include <jacquard/driver/test_sampler.h>
#include <jacquard/tgsi/names.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver {

TestSampler::TestSampler(std::span<const ir3::SamplerUnit> units) {
    for (const ir3::SamplerUnit& unit : units) {
        const auto target = tgsi::find_texture_target(unit.target);
        if (target && tgsi::info(*target).num_coordinates != 0) {
            num_coordinates_[unit.unit] = tgsi::info(*target).num_layer_coordinates();
        }
    }
}

ir3::Texel TestSampler::lookup(const ir3::TextureRequest& request) {
    unsigned used = std::min<unsigned>(request.num_coordinates, 3);
    const auto known = num_coordinates_.find(request.sampler);
    if (known != num_coordinates_.end()) {
        used = std::min(used, known->second);
    }
    ir3::Texel texel{};
    std::copy_n(request.coordinates.begin(), used, texel.begin());
    texel[3] = std::bit_cast<std::uint32_t>(1.0F + static_cast<float>(request.sampler));
    return texel;
}

} // namespace jacquard::driver
