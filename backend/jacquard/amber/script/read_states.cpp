#include <jacquard/amber/script/reader.h>

#include <algorithm>
#include <functional>

namespace jacquard::driver::amber {

namespace {

// The names that Vulkan has for words of scripts begin with this prefix and are in capitals.
std::string lower_word(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix)) {
        return {};
    }
    std::string word(name.substr(prefix.size()));
    std::transform(word.begin(), word.end(), word.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return word;
}

constexpr std::array<std::string_view, 7> kSwitches = {
    "primitiveRestartEnable", "depthClampEnable", "rasterizerDiscardEnable", "depthBiasEnable",
    "logicOpEnable",          "blendEnable",      "depthTestEnable"};

} // namespace

// A line that sets a state of the draws that follow.
bool Reader::read_state(const Token& key) {
    static constexpr std::array<std::string_view, 32> kKeys = {"primitiveRestartEnable",
                                                               "depthClampEnable",
                                                               "rasterizerDiscardEnable",
                                                               "depthBiasEnable",
                                                               "logicOpEnable",
                                                               "blendEnable",
                                                               "depthTestEnable",
                                                               "depthWriteEnable",
                                                               "depthBoundsTestEnable",
                                                               "stencilTestEnable",
                                                               "polygonMode",
                                                               "frontFace",
                                                               "cullMode",
                                                               "minDepthBounds",
                                                               "maxDepthBounds",
                                                               "srcColorBlendFactor",
                                                               "dstColorBlendFactor",
                                                               "srcAlphaBlendFactor",
                                                               "dstAlphaBlendFactor",
                                                               "colorBlendOp",
                                                               "alphaBlendOp",
                                                               "depthCompareOp",
                                                               "front.compareOp",
                                                               "back.compareOp",
                                                               "front.failOp",
                                                               "front.passOp",
                                                               "front.depthFailOp",
                                                               "back.failOp",
                                                               "back.passOp",
                                                               "back.depthFailOp",
                                                               "front.reference",
                                                               "back.reference"};
    if (key.text == "colorWriteMask") {
        return take_color_mask();
    }
    if (std::find(kKeys.begin(), kKeys.end(), key.text) == kKeys.end()) {
        std::vector<std::string_view> words(kKeys.begin(), kKeys.end());
        words.insert(words.end(), {"colorWriteMask", "draw", "compute", "clear", "probe",
                                   "relative", "uniform", "ssbo", "tolerance"});
        return fail_word(key, "command of a test", words);
    }
    state_is_told_ = false;
    const Token value = scanner_.take();
    const std::string_view name = key.text;
    const auto is_on = [&](bool& to) {
        to = value.text == "true" || value.text == "TRUE";
        return to || value.text == "false" || value.text == "FALSE" ||
               fail("M101", value, "expected true or false");
    };
    const auto none = [&](std::string_view what) {
        return fail("M101", value, "'" + std::string(value.text) + "' is no " + std::string(what));
    };
    bool flag = false;
    if (std::find(kSwitches.begin(), kSwitches.begin() + 5, name) != kSwitches.begin() + 5 &&
        name != "depthClampEnable") {
        if (!is_on(flag)) {
            return false;
        }
        return !flag                              ? true
               : name == "primitiveRestartEnable" ? refuse(key, Refused::primitive_restart)
               : name == "logicOpEnable"          ? refuse(key, Refused::logic_operations)
               : name == "depthBiasEnable"        ? refuse(key, Refused::depth_bias)
                                                  : refuse(key, Refused::rasteriser_discard);
    }
    if (name == "depthClampEnable") {
        return is_on(state_.depth_clamp);
    }
    if (name == "depthTestEnable") {
        return is_on(state_.depth_test);
    }
    if (name == "depthWriteEnable") {
        return is_on(state_.depth_write);
    }
    if (name == "stencilTestEnable") {
        return is_on(state_.stencil_test);
    }
    if (name == "blendEnable" || name == "depthBoundsTestEnable") {
        if (!is_on(flag)) {
            return false;
        }
        if (name == "blendEnable") {
            state_.blend = flag ? std::optional(state_.blend.value_or(BlendState{})) : std::nullopt;
        } else if (flag) {
            state_.depth_bounds = state_.depth_bounds.value_or(std::array{0.0F, 1.0F});
        } else {
            state_.depth_bounds.reset();
        }
        return true;
    }
    if (name.ends_with("DepthBounds")) {
        Number number;
        if (!read_number(value.text, ScalarKind::floating, 32, number)) {
            return none("depth");
        }
        std::array<float, 2> bounds = state_.depth_bounds.value_or(std::array{0.0F, 1.0F});
        bounds[name.starts_with("max") ? 1 : 0] = static_cast<float>(number.floating);
        state_.depth_bounds = bounds;
        return true;
    }
    if (name == "polygonMode") {
        const std::string mode = lower_word(value.text, "VK_POLYGON_MODE_");
        state_.polygon_mode = mode == "line"    ? PolygonMode::line
                              : mode == "point" ? PolygonMode::point
                                                : PolygonMode::fill;
        return mode == "line" || mode == "point" || mode == "fill" || none("VkPolygonMode");
    }
    if (name == "frontFace") {
        const std::string face = lower_word(value.text, "VK_FRONT_FACE_");
        state_.clockwise_is_front = face == "clockwise";
        return face == "clockwise" || face == "counter_clockwise" || none("VkFrontFace");
    }
    if (name == "cullMode") {
        static constexpr std::array<Word<CullFace>, 4> kModes = {
            {{"none", CullFace::none},
             {"front_bit", CullFace::front},
             {"back_bit", CullFace::back},
             {"front_and_back", CullFace::both}}};
        const Word<CullFace>* const mode = find_word(std::span<const Word<CullFace>>(kModes),
                                                     lower_word(value.text, "VK_CULL_MODE_"));
        if (mode == nullptr) {
            return none("VkCullModeFlagBits");
        }
        state_.cull = mode->meaning;
        return true;
    }
    if (name.ends_with("BlendFactor")) {
        const std::string factor = lower_word(value.text, "VK_BLEND_FACTOR_");
        if (factor.ends_with("constant_color") || factor.ends_with("constant_alpha")) {
            return refuse(value, Refused::blend_constants);
        }
        if (factor.find("src1_") != std::string::npos) {
            return refuse(value, Refused::dual_source_blending);
        }
        const Word<BlendFactor>* const word = find_word(blend_factor_words(), factor);
        if (word == nullptr) {
            return none("VkBlendFactor");
        }
        state_.blend = state_.blend.value_or(BlendState{});
        (name == "srcColorBlendFactor"   ? state_.blend->source_colour
         : name == "dstColorBlendFactor" ? state_.blend->target_colour
         : name == "srcAlphaBlendFactor" ? state_.blend->source_alpha
                                         : state_.blend->target_alpha) = word->meaning;
        return true;
    }
    if (name.ends_with("BlendOp")) {
        const Word<BlendOperation>* const word =
            find_word(blend_operation_words(), lower_word(value.text, "VK_BLEND_OP_"));
        if (word == nullptr) {
            return none("VkBlendOp");
        }
        state_.blend = state_.blend.value_or(BlendState{});
        (name == "colorBlendOp" ? state_.blend->colour : state_.blend->alpha) = word->meaning;
        return true;
    }
    StencilFace& face = state_.stencil[name.starts_with("back.") ? 1 : 0];
    if (name.ends_with("ompareOp")) {
        const std::string word = lower_word(value.text, "VK_COMPARE_OP_");
        for (std::size_t i = 0; i < nir::kNumTexelComparisons; ++i) {
            if (nir::kTexelComparisonInfos[i].name == word) {
                (name == "depthCompareOp" ? state_.depth_comparison : face.comparison) =
                    static_cast<nir::TexelComparison>(i);
                return true;
            }
        }
        return none("VkCompareOp");
    }
    if (name.ends_with(".reference")) {
        Number number;
        if (!read_number(value.text, ScalarKind::unsigned_integer, 8, number)) {
            return none("reference");
        }
        face.reference = static_cast<std::uint8_t>(number.integer);
        return true;
    }
    const Word<StencilOperation>* const operation =
        find_word(stencil_words(), lower_word(value.text, "VK_STENCIL_OP_"));
    if (operation == nullptr) {
        return none("VkStencilOp");
    }
    (name.ends_with(".failOp")   ? face.fail
     : name.ends_with(".passOp") ? face.pass
                                 : face.depth_fail) = operation->meaning;
    return true;
}

bool Reader::take_color_mask() {
    static constexpr std::array<Word<std::uint8_t>, 4> kBits = {{{"VK_COLOR_COMPONENT_R_BIT", 1},
                                                                 {"VK_COLOR_COMPONENT_G_BIT", 2},
                                                                 {"VK_COLOR_COMPONENT_B_BIT", 4},
                                                                 {"VK_COLOR_COMPONENT_A_BIT", 8}}};
    scanner_.part_words_at("(),|");
    state_is_told_ = false;
    state_.write_mask = 0;
    bool is_read = !scanner_.peek().is_end();
    while (is_read && !scanner_.peek().is_end()) {
        std::uint8_t bit = 0;
        is_read = take_word<std::uint8_t>("component of colours", kBits, bit);
        state_.write_mask = static_cast<std::uint8_t>(state_.write_mask | bit);
    }
    scanner_.part_words_at("(),");
    return is_read || diagnostics_.has_errors() ||
           fail("M102", scanner_.peek(), "expected a component of colours");
}

} // namespace jacquard::driver::amber
