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
    case SamplerKey::unnormalised: sampler.counts_texels = true; return true;
    case SamplerKey::compare: return lines_.take_word(kSwitchWords, sampler.compares);
    case SamplerKey::comparison: break;
    }
    return lines_.take_word(kCompareOperationWords, sampler.comparison);
}

bool Samplers::check(SamplerObject& sampler) {
    if (sampler.counts_texels) {
        // A sampler of texels has one level. Others choose among two where nothing is said.
        const SamplerObject unsaid;
        if (sampler.min_level != 0.0F ||
            (sampler.max_level != 0.0F && sampler.max_level != unsaid.max_level)) {
            return lines_.fail(
                "M108", lines_.word(),
                "a sampler with unnormalised coordinates has no levels to choose from");
        }
        sampler.max_level = 0.0F;
    }
    return sampler.max_level >= sampler.min_level ||
           lines_.fail("M108", lines_.word(), "MAX_LOD is below MIN_LOD");
}

bool Samplers::read_sampler() {
    SamplerObject sampler;
    if (!names_.declare(script_.samplers.size(), sampler.name)) {
        return false;
    }
    const std::size_t number = script_.samplers.size();
    script_.samplers.push_back(sampler);
    if (!lines_.take_options(kSamplerKeyWords,
                             [&](SamplerKey key) { return read_fact(key, sampler); }) ||
        !check(sampler)) {
        names_.spoil(sampler.name);
        return false;
    }
    script_.samplers[number] = sampler;
    return true;
}

} // namespace jacquard::driver::amber
