#include <jacquard/amber/read/sections/section_parts.h>
#include <jacquard/amber/read/sections/test_states.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

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

constexpr std::array<float, 2> kAllDepths{0.0F, 1.0F};

bool fail_none(Lines& lines, const Token& value, std::string_view what) {
    return lines.fail("M101", value,
                      "'" + std::string(value.text) + "' is no " + std::string(what));
}

} // namespace

void TestStates::tell(const Token& draw) {
    if (!is_told_) {
        commands_.add(draw, DrawStateCommand{kGraphicsSection, state_});
        is_told_ = true;
    }
}

bool TestStates::take_flag(const Token& value, bool& flag) {
    const Word<bool>* const found = kTruthWords.find(value.text);
    flag = found != nullptr && found->meaning;
    return found != nullptr || lines_.fail("M101", value, "expected true or false");
}

bool TestStates::refuse_if_on(const Token& key, const Token& value, Refused part) {
    bool flag = false;
    return take_flag(value, flag) && (!flag || lines_.refuse(key, part));
}

template <typename T>
bool TestStates::take_vulkan(const Token& value, const WordSet<T>& words, T& meaning) {
    const Word<T>* const found = words.find(lower_word(value.text, words.vulkan_prefix));
    if (found == nullptr) {
        return fail_none(lines_, value, words.vulkan_type);
    }
    if (found->refused) {
        return lines_.refuse(value, *found->refused);
    }
    meaning = found->meaning;
    return true;
}

template <typename T>
bool TestStates::take_blend(const Token& value, const WordSet<T>& words, T BlendState::*member) {
    BlendState blend = state_.blend.value_or(BlendState{});
    if (!take_vulkan(value, words, blend.*member)) {
        return false;
    }
    state_.blend = blend;
    return true;
}

// Its words are those of AmberScript, which are NIR's.
bool TestStates::take_comparison(const Token& value, nir::TexelComparison& comparison) {
    const std::string word = lower_word(value.text, "VK_COMPARE_OP_");
    for (std::size_t i = 0; i < nir::kNumTexelComparisons; ++i) {
        if (nir::kTexelComparisonInfos[i].name == word) {
            comparison = static_cast<nir::TexelComparison>(i);
            return true;
        }
    }
    return fail_none(lines_, value, "VkCompareOp");
}

bool TestStates::take_bound(const Token& value, std::size_t end) {
    Number number;
    if (!read_number(value.text, ScalarKind::floating, 32, number)) {
        return fail_none(lines_, value, "depth");
    }
    std::array<float, 2> bounds = state_.depth_bounds.value_or(kAllDepths);
    bounds[end] = static_cast<float>(number.floating);
    state_.depth_bounds = bounds;
    return true;
}

bool TestStates::take_reference(const Token& value, StencilFace& face) {
    Number number;
    if (!read_number(value.text, ScalarKind::unsigned_integer, 8, number)) {
        return fail_none(lines_, value, "reference");
    }
    face.reference = static_cast<std::uint8_t>(number.integer);
    return true;
}

bool TestStates::read_state(TestCommand state, const Token& key) {
    is_told_ = false;
    if (state == TestCommand::color_write_mask) {
        return read_colour_mask();
    }
    const Token value = lines_.take();
    bool flag = false;
    FrontFace winding{};
    switch (state) {
    case TestCommand::primitive_restart_enable:
        return refuse_if_on(key, value, Refused::primitive_restart);
    case TestCommand::rasterizer_discard_enable:
        return refuse_if_on(key, value, Refused::rasteriser_discard);
    case TestCommand::depth_bias_enable: return refuse_if_on(key, value, Refused::depth_bias);
    case TestCommand::logic_op_enable: return refuse_if_on(key, value, Refused::logic_operations);
    case TestCommand::depth_clamp_enable: return take_flag(value, state_.depth_clamp);
    case TestCommand::depth_test_enable: return take_flag(value, state_.depth_test);
    case TestCommand::depth_write_enable: return take_flag(value, state_.depth_write);
    case TestCommand::stencil_test_enable: return take_flag(value, state_.stencil_test);
    case TestCommand::blend_enable:
        if (!take_flag(value, flag)) {
            return false;
        }
        state_.blend = flag ? std::optional(state_.blend.value_or(BlendState{})) : std::nullopt;
        return true;
    case TestCommand::depth_bounds_test_enable:
        if (!take_flag(value, flag)) {
            return false;
        }
        state_.depth_bounds =
            flag ? std::optional(state_.depth_bounds.value_or(kAllDepths)) : std::nullopt;
        return true;
    case TestCommand::min_depth_bounds: return take_bound(value, 0);
    case TestCommand::max_depth_bounds: return take_bound(value, 1);
    case TestCommand::polygon_mode:
        return take_vulkan(value, kPolygonModeWords, state_.polygon_mode);
    case TestCommand::cull_mode: return take_vulkan(value, kCullFaceWords, state_.cull);
    case TestCommand::front_face:
        if (!take_vulkan(value, kFrontFaceWords, winding)) {
            return false;
        }
        state_.clockwise_is_front = winding == FrontFace::clockwise;
        return true;
    case TestCommand::src_color_blend_factor:
        return take_blend(value, kBlendFactorWords, &BlendState::source_colour);
    case TestCommand::dst_color_blend_factor:
        return take_blend(value, kBlendFactorWords, &BlendState::target_colour);
    case TestCommand::src_alpha_blend_factor:
        return take_blend(value, kBlendFactorWords, &BlendState::source_alpha);
    case TestCommand::dst_alpha_blend_factor:
        return take_blend(value, kBlendFactorWords, &BlendState::target_alpha);
    case TestCommand::color_blend_op:
        return take_blend(value, kBlendOperationWords, &BlendState::colour);
    case TestCommand::alpha_blend_op:
        return take_blend(value, kBlendOperationWords, &BlendState::alpha);
    case TestCommand::depth_compare_op: return take_comparison(value, state_.depth_comparison);
    case TestCommand::front_compare_op: return take_comparison(value, front().comparison);
    case TestCommand::back_compare_op: return take_comparison(value, back().comparison);
    case TestCommand::front_fail_op:
        return take_vulkan(value, kStencilOperationWords, front().fail);
    case TestCommand::front_pass_op:
        return take_vulkan(value, kStencilOperationWords, front().pass);
    case TestCommand::front_depth_fail_op:
        return take_vulkan(value, kStencilOperationWords, front().depth_fail);
    case TestCommand::back_fail_op: return take_vulkan(value, kStencilOperationWords, back().fail);
    case TestCommand::back_pass_op: return take_vulkan(value, kStencilOperationWords, back().pass);
    case TestCommand::back_depth_fail_op:
        return take_vulkan(value, kStencilOperationWords, back().depth_fail);
    case TestCommand::front_reference: return take_reference(value, front());
    case TestCommand::back_reference: return take_reference(value, back());
    default: break; // the other commands are no states
    }
    return lines_.fail_word(key, kTestCommandWords);
}

bool TestStates::read_colour_mask() {
    lines_.scanner().part_words_at("(),|");
    state_.write_mask = 0;
    bool is_read = !lines_.peek().is_end();
    while (is_read && !lines_.peek().is_end()) {
        std::uint32_t bit = 0;
        is_read = lines_.take_word(kColourComponentWords, bit);
        state_.write_mask = static_cast<std::uint8_t>(state_.write_mask | bit);
    }
    lines_.scanner().part_words_at("(),");
    return is_read || lines_.has_errors() ||
           lines_.fail("M102", lines_.peek(), "expected a component of colours");
}

} // namespace jacquard::driver::amber
