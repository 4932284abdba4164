#include <jacquard/amber/read/resources/samplers.h>

namespace jacquard::driver::amber {

bool Samplers::read_fact(SamplerKey key, SamplerObject& sampler) {
    switch (key) {
    case SamplerKey::magnify: return lines_.take_word(kFilterWords, sampler.magnify);
    case SamplerKey::minify: return lines_.take_word(kFilterWords, sampler.minify);
    case SamplerKey::address_u: return lines_.take_word(kAddressModeWords, sampler.address[0]);
    case SamplerKey::address_v: return lines_.take_word(kAddressModeWords, sampler.address[1]);
    case SamplerKey::address_w: return lines_.take_word(kAddressModeWords, sampler.address[2]);
    case SamplerKey::border: return lines_.take_word(kBorderColourWords, sampler.border);
    case SamplerKey::min_level: return lines_.take_float("a level of detail", sampler.min_level);
    case SamplerKey::max_level: return lines_.take_float("a level of detail", sampler.max_level);
    case SamplerKey::normalised: return true;
    case SamplerKey::unnormalised:
        sampler.counts_texels = true;
        sampler.min_level = sampler.max_level = 0.0F;
        return true;
    case SamplerKey::compare: return lines_.take_word(kSwitchWords, sampler.compares);
    case SamplerKey::comparison: break;
    }
    return lines_.take_comparison(sampler.comparison);
}

bool Samplers::read_sampler() {
    SamplerObject sampler;
    if (!names_.declare(script_.samplers.size(), sampler.name)) {
        return false;
    }
    const std::size_t number = script_.samplers.size();
    script_.samplers.push_back(sampler);
    while (!lines_.peek().is_end()) {
        SamplerKey key{};
        if (!lines_.take_word(kSamplerKeyWords, key) || !read_fact(key, sampler)) {
            return false;
        }
    }
    if (sampler.max_level < sampler.min_level) {
        return lines_.fail("M108", lines_.word(), "MAX_LOD is below MIN_LOD");
    }
    script_.samplers[number] = sampler;
    return true;
}

} // namespace jacquard::driver::amber
