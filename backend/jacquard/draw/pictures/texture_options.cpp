#include <jacquard/draw/pictures/mip_texture.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/listed.h>
#include <jacquard/support/text/near_name.h>

namespace jacquard::driver::draw {

namespace {

constexpr std::array<std::string_view, 2> kFilters = {"nearest", "linear"};
constexpr std::array<std::string_view, 3> kMipFilters = {"none", "nearest", "linear"};
constexpr std::array<std::string_view, 3> kWraps = {"repeat", "mirror", "clamp"};
constexpr std::array<std::string_view, 2> kNoYes = {"no", "yes"};
constexpr std::array<std::string_view, 4> kShapes = {"2d", "array", "cube", "3d"};
constexpr std::array<std::string_view, 7> kNames = {"filter", "mip",  "wrap", "shape",
                                                    "layers", "srgb", "flip"};
constexpr std::uint32_t kMostLayers = 2048;

template <typename Enum>
bool choose(std::string_view name, std::string_view value, std::span<const std::string_view> words,
            Enum& into, std::string& fault) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == value) {
            into = static_cast<Enum>(i);
            return true;
        }
    }
    const std::string_view near = near_name(value, words);
    fault = std::string(name) + " is " + listed(words, " or ") + ", not '" + std::string(value) +
            '\'' + (near.empty() ? std::string() : ", did you mean '" + std::string(near) + "'?");
    return false;
}

} // namespace

bool parse_texture_option(std::string_view text, TextureOptions& options, std::string& fault) {
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : text.substr(equals + 1);
    if (name == "filter") {
        return choose(name, value, kFilters, options.filter, fault);
    }
    if (name == "mip") {
        return choose(name, value, kMipFilters, options.mip, fault);
    }
    if (name == "wrap") {
        return choose(name, value, kWraps, options.wrap, fault);
    }
    if (name == "shape") {
        return choose(name, value, kShapes, options.shape, fault);
    }
    if (name == "layers") {
        const auto layers = parse_number<std::uint32_t>(value);
        if (!layers || *layers == 0 || *layers > kMostLayers) {
            fault = "layers is a number from 1 to " + std::to_string(kMostLayers) + ", not '" +
                    std::string(value) + '\'';
            return false;
        }
        options.layers = *layers;
        return true;
    }
    if (name == "srgb" || name == "flip") {
        bool is_wanted = true;
        if (equals != std::string_view::npos && !choose(name, value, kNoYes, is_wanted, fault)) {
            return false;
        }
        if (name == "srgb") {
            options.is_srgb = is_wanted;
        } else {
            options.flip = is_wanted;
        }
        return true;
    }
    const std::string_view near = near_name(name, kNames);
    fault = "a texture has no option '" + std::string(name) + '\'' +
            (near.empty() ? "; there are " + listed(kNames, " or ")
                          : ", did you mean '" + std::string(near) + "'?");
    return false;
}

} // namespace jacquard::driver::draw
