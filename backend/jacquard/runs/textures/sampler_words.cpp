#include <jacquard/runs/textures/sampler_words.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace jacquard::driver {

namespace {

using nir::SamplerKey;
using nir::SamplerKeyTakes;

constexpr std::array<std::string_view, 2> kCoordinates = {"normalised", "texels"};

std::string_view name_of(SamplerKey key) {
    return nir::kSamplerKeyInfos[static_cast<std::size_t>(key)].name;
}

template <typename Infos>
std::vector<std::string_view> names_of(const Infos& infos) {
    std::vector<std::string_view> names;
    for (const auto& info : infos) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(info)>, std::string_view>) {
            names.push_back(info);
        } else {
            names.push_back(info.name);
        }
    }
    return names;
}

std::vector<std::string_view> values_of(SamplerKeyTakes takes) {
    switch (takes) {
    case SamplerKeyTakes::address_mode: return names_of(nir::kAddressModeNames);
    case SamplerKeyTakes::filter: return names_of(nir::kTexelFilterNames);
    case SamplerKeyTakes::comparison: return names_of(nir::kTexelComparisonInfos);
    case SamplerKeyTakes::border: return names_of(nir::kBorderColourInfos);
    case SamplerKeyTakes::coordinates: return names_of(kCoordinates);
    case SamplerKeyTakes::number:
    case SamplerKeyTakes::nothing: break;
    }
    return {};
}

std::optional<float> number_of(std::string_view text) {
    float value = 0.0F;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc() && stop == end && std::isfinite(value) ? std::optional(value)
                                                                       : std::nullopt;
}

void set_number(SamplerState& sampler, SamplerKey key, float value) {
    switch (key) {
    case SamplerKey::bias: sampler.bias = value; break;
    case SamplerKey::min_level: sampler.min_level = value; break;
    case SamplerKey::max_level: sampler.max_level = value; break;
    default: break;
    }
}

void set_word(SamplerState& sampler, SamplerKey key, std::size_t number) {
    const auto mode = static_cast<nir::AddressMode>(number);
    const auto filter = static_cast<nir::TexelFilter>(number);
    switch (key) {
    case SamplerKey::address: sampler.address.fill(mode); break;
    case SamplerKey::address_u: sampler.address[0] = mode; break;
    case SamplerKey::address_v: sampler.address[1] = mode; break;
    case SamplerKey::address_w: sampler.address[2] = mode; break;
    case SamplerKey::filter:
        sampler.magnify = filter;
        sampler.minify = filter;
        break;
    case SamplerKey::magnify: sampler.magnify = filter; break;
    case SamplerKey::minify: sampler.minify = filter; break;
    case SamplerKey::mip: sampler.between_levels = filter; break;
    case SamplerKey::compare:
        sampler.compares = true;
        sampler.comparison = static_cast<nir::TexelComparison>(number);
        break;
    case SamplerKey::border: sampler.border = static_cast<nir::BorderColour>(number); break;
    case SamplerKey::coordinates: sampler.counts_texels = number == 1; break;
    default: break;
    }
}

std::string text_of(float value) {
    std::array<char, 32> text{};
    const auto [end, fault] = std::to_chars(text.data(), text.data() + text.size(), value);
    return fault == std::errc() ? std::string(text.data(), end) : std::string();
}

} // namespace

std::optional<SamplerFault> tell_sampler(SamplerState& sampler, std::string_view key,
                                         std::string_view value) {
    const auto* const found =
        std::find_if(nir::kSamplerKeyInfos.begin(), nir::kSamplerKeyInfos.end(),
                     [=](const nir::SamplerKeyInfo& info) { return info.name == key; });
    if (found == nir::kSamplerKeyInfos.end()) {
        return SamplerFault{true, "a sampler has no '" + std::string(key) + '\'',
                            names_of(nir::kSamplerKeyInfos)};
    }
    const auto which = static_cast<SamplerKey>(found - nir::kSamplerKeyInfos.begin());
    if (found->takes == SamplerKeyTakes::nothing) {
        return SamplerFault{true, '\'' + std::string(key) + "' of samplers is not supported", {}};
    }
    if (found->takes == SamplerKeyTakes::number) {
        const std::optional<float> number = number_of(value);
        if (!number) {
            return SamplerFault{false,
                                '\'' + std::string(key) + "' takes a number, as in 1.5, not '" +
                                    std::string(value) + '\'',
                                {}};
        }
        set_number(sampler, which, *number);
        return std::nullopt;
    }
    std::vector<std::string_view> known = values_of(found->takes);
    const auto word = std::find(known.begin(), known.end(), value);
    if (word == known.end()) {
        return SamplerFault{
            false, '\'' + std::string(value) + "' is not a value of '" + std::string(key) + '\'',
            std::move(known)};
    }
    set_word(sampler, which, static_cast<std::size_t>(word - known.begin()));
    return std::nullopt;
}

std::vector<SamplerWord> sampler_words(const SamplerState& sampler) {
    const SamplerState usual;
    std::vector<SamplerWord> words;
    const auto word = [&](SamplerKey key, std::string_view value) {
        words.push_back({name_of(key), std::string(value)});
    };
    constexpr std::array<SamplerKey, 3> kAddresses = {SamplerKey::address_u, SamplerKey::address_v,
                                                      SamplerKey::address_w};
    const auto mode = [](nir::AddressMode which) {
        return nir::kAddressModeNames[static_cast<std::size_t>(which)];
    };
    if (sampler.address != usual.address) {
        const bool are_equal =
            sampler.address[0] == sampler.address[1] && sampler.address[1] == sampler.address[2];
        for (std::size_t i = 0; i < (are_equal ? 1 : kAddresses.size()); ++i) {
            word(are_equal ? SamplerKey::address : kAddresses[i], mode(sampler.address[i]));
        }
    }
    const auto filter = [&](SamplerKey key, nir::TexelFilter which, nir::TexelFilter otherwise) {
        if (which != otherwise) {
            word(key, nir::kTexelFilterNames[static_cast<std::size_t>(which)]);
        }
    };
    filter(SamplerKey::magnify, sampler.magnify, usual.magnify);
    filter(SamplerKey::minify, sampler.minify, usual.minify);
    filter(SamplerKey::mip, sampler.between_levels, usual.between_levels);
    const auto number = [&](SamplerKey key, float value, float otherwise) {
        if (value != otherwise) {
            word(key, text_of(value));
        }
    };
    number(SamplerKey::bias, sampler.bias, usual.bias);
    number(SamplerKey::min_level, sampler.min_level, usual.min_level);
    number(SamplerKey::max_level, sampler.max_level, usual.max_level);
    if (sampler.compares) {
        word(SamplerKey::compare, nir::texel_comparison_info(sampler.comparison).name);
    }
    if (sampler.border != usual.border) {
        word(SamplerKey::border, nir::border_colour_info(sampler.border).name);
    }
    if (sampler.counts_texels) {
        word(SamplerKey::coordinates, kCoordinates[1]);
    }
    return words;
}

} // namespace jacquard::driver
