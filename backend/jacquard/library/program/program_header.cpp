#include <jacquard/generated/ir3/registers.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/hex.h>

#include <array>

namespace jacquard::driver {

namespace {

using ir3::RegisterLocation;

// In the order of ir3::ShaderStage.
constexpr std::array<std::string_view, 6> kStageKeywords = {"VERT",      "FRAG",      "COMP",
                                                            "TESS_CTRL", "TESS_EVAL", "GEOM"};

} // namespace

std::string_view stage_keyword(ir3::ShaderStage stage) {
    return kStageKeywords[static_cast<std::size_t>(stage)];
}

std::optional<ir3::ShaderStage> stage_of_keyword(std::string_view keyword) {
    for (std::size_t i = 0; i < kStageKeywords.size(); ++i) {
        if (kStageKeywords[i] == keyword) {
            return static_cast<ir3::ShaderStage>(i);
        }
    }
    return std::nullopt;
}

std::string_view feeds_keyword(ir3::NextStage feeds) {
    return ir3::kNextStageKeywords[static_cast<std::size_t>(feeds)];
}

std::optional<ir3::NextStage> feeds_of_keyword(std::string_view keyword) {
    return ir3::find_value<ir3::NextStage>(ir3::kNextStageKeywords, keyword);
}

std::optional<RegisterLocation> parse_register(std::string_view text) {
    if (text == "none") {
        return RegisterLocation{};
    }
    RegisterLocation location;
    if (text.starts_with('h')) {
        location.half = true;
        text.remove_prefix(1);
    }
    if (text.size() < 4 || text[0] != 'r' || text[text.size() - 2] != '.') {
        return std::nullopt;
    }
    const std::size_t component = std::string_view("xyzw").find(text.back());
    const auto number = parse_number<std::uint16_t>(text.substr(1, text.size() - 3));
    if (component == std::string_view::npos || !number || *number >= ir3::kNumRegisterNumbers / 4) {
        return std::nullopt;
    }
    location.number = static_cast<std::uint16_t>(std::size_t{*number} * 4 + component);
    return location;
}

} // namespace jacquard::driver
