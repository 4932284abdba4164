#include <jacquard/amber/read/sections/section_parts.h>
#include <jacquard/amber/read/sections/test_states.h>

#include <array>
#include <optional>

namespace jacquard::driver::amber {

namespace {

constexpr std::array<float, 2> kAllDepths{0.0F, 1.0F};

} // namespace

void TestStates::tell(const Token& draw) {
    if (!is_told_) {
        commands_.add(draw, DrawStateCommand{kGraphicsSection, state_});
        is_told_ = true;
    }
}

bool TestStates::refuse_if_on(const Token& key, Refused part) {
    bool flag = false;
    return lines_.take_word(kTruthWords, flag) && (!flag || lines_.refuse(key, part));
}

template <typename T>
bool TestStates::take_blend(const WordSet<T>& words, T BlendState::*member) {
    BlendState blend = state_.blend.value_or(BlendState{});
    if (!lines_.take_vulkan(words, blend.*member)) {
        return false;
    }
    state_.blend = blend;
    return true;
}

bool TestStates::take_bound(std::size_t end) {
    std::array<float, 2> bounds = state_.depth_bounds.value_or(kAllDepths);
    if (!lines_.take_depth(bounds[end])) {
        return false;
    }
    state_.depth_bounds = bounds;
    return true;
}

bool TestStates::take_byte(std::string_view what, std::uint8_t& byte) {
    std::uint64_t value = 0;
    if (!lines_.take_unsigned(what, 0xff, value)) {
        return false;
    }
    byte = static_cast<std::uint8_t>(value);
    return true;
}

bool TestStates::take_line_width() {
    const Token token = lines_.peek();
    float width = 0.0F;
    return lines_.take_float("the width of lines", width) &&
           (width == 1.0F || lines_.refuse(token, Refused::wide_lines));
}

bool TestStates::read_state(TestCommand state, const Token& key) {
    is_told_ = false;
    if (state == TestCommand::color_write_mask) {
        return read_colour_mask();
    }
    const Word<TestCommand>* const word = kTestCommandWords.find(key.text);
    if (word != nullptr && word->refused_if_on) {
        return refuse_if_on(key, *word->refused_if_on);
    }
    bool flag = false;
    float ignored = 0.0F;
    FrontFace winding{};
    Topology topology{};
    LogicOperation operation{};
    switch (state) {
    case TestCommand::depth_clamp_enable: return lines_.take_word(kTruthWords, state_.depth_clamp);
    case TestCommand::depth_test_enable: return lines_.take_word(kTruthWords, state_.depth_test);
    case TestCommand::depth_write_enable: return lines_.take_word(kTruthWords, state_.depth_write);
    case TestCommand::stencil_test_enable:
        return lines_.take_word(kTruthWords, state_.stencil_test);
    case TestCommand::blend_enable:
        if (!lines_.take_word(kTruthWords, flag)) {
            return false;
        }
        state_.blend = flag ? std::optional(state_.blend.value_or(BlendState{})) : std::nullopt;
        return true;
    case TestCommand::depth_bounds_test_enable:
        if (!lines_.take_word(kTruthWords, flag)) {
            return false;
        }
        state_.depth_bounds =
            flag ? std::optional(state_.depth_bounds.value_or(kAllDepths)) : std::nullopt;
        return true;
    case TestCommand::min_depth_bounds: return take_bound(0);
    case TestCommand::max_depth_bounds: return take_bound(1);
    case TestCommand::polygon_mode:
        return lines_.take_vulkan(kPolygonModeWords, state_.polygon_mode);
    case TestCommand::cull_mode: return lines_.take_vulkan(kCullFaceWords, state_.cull);
    case TestCommand::front_face:
        if (!lines_.take_vulkan(kFrontFaceWords, winding)) {
            return false;
        }
        state_.clockwise_is_front = winding == FrontFace::clockwise;
        return true;
    case TestCommand::src_color_blend_factor:
        return take_blend(kBlendFactorWords, &BlendState::source_colour);
    case TestCommand::dst_color_blend_factor:
        return take_blend(kBlendFactorWords, &BlendState::target_colour);
    case TestCommand::src_alpha_blend_factor:
        return take_blend(kBlendFactorWords, &BlendState::source_alpha);
    case TestCommand::dst_alpha_blend_factor:
        return take_blend(kBlendFactorWords, &BlendState::target_alpha);
    case TestCommand::color_blend_op: return take_blend(kBlendOperationWords, &BlendState::colour);
    case TestCommand::alpha_blend_op: return take_blend(kBlendOperationWords, &BlendState::alpha);
    case TestCommand::depth_compare_op:
        return lines_.take_vulkan(kCompareOperationWords, state_.depth_comparison);
    case TestCommand::front_compare_op:
        return lines_.take_vulkan(kCompareOperationWords, front().comparison);
    case TestCommand::back_compare_op:
        return lines_.take_vulkan(kCompareOperationWords, back().comparison);
    case TestCommand::front_fail_op:
        return lines_.take_vulkan(kStencilOperationWords, front().fail);
    case TestCommand::front_pass_op:
        return lines_.take_vulkan(kStencilOperationWords, front().pass);
    case TestCommand::front_depth_fail_op:
        return lines_.take_vulkan(kStencilOperationWords, front().depth_fail);
    case TestCommand::back_fail_op: return lines_.take_vulkan(kStencilOperationWords, back().fail);
    case TestCommand::back_pass_op: return lines_.take_vulkan(kStencilOperationWords, back().pass);
    case TestCommand::back_depth_fail_op:
        return lines_.take_vulkan(kStencilOperationWords, back().depth_fail);
    case TestCommand::front_reference: return take_byte("a reference", front().reference);
    case TestCommand::back_reference: return take_byte("a reference", back().reference);
    case TestCommand::front_compare_mask: return take_byte("a mask", front().compare_mask);
    case TestCommand::back_compare_mask: return take_byte("a mask", back().compare_mask);
    case TestCommand::front_write_mask: return take_byte("a mask", front().write_mask);
    case TestCommand::back_write_mask: return take_byte("a mask", back().write_mask);
    case TestCommand::line_width: return take_line_width();
    // Each draw says its topology; nothing but what is refused looks at the others.
    case TestCommand::topology: return lines_.take_vulkan(kTopologyWords, topology);
    case TestCommand::logic_op: return lines_.take_vulkan(kLogicOperationWords, operation);
    case TestCommand::depth_bias_constant_factor:
    case TestCommand::depth_bias_clamp:
    case TestCommand::depth_bias_slope_factor: return lines_.take_float("a bias", ignored);
    default: break; // the other commands are no states
    }
    return lines_.fail_word(key, kTestCommandWords);
}

bool TestStates::read_colour_mask() {
    lines_.scanner().part_words_at("(),|");
    const Token first = lines_.peek();
    std::uint8_t mask = 0;
    bool is_read = !first.is_end() || lines_.fail_word(first, kColourComponentWords);
    while (is_read && !lines_.peek().is_end()) {
        std::uint32_t bit = 0;
        is_read = lines_.take_word(kColourComponentWords, bit);
        mask = static_cast<std::uint8_t>(mask | bit);
    }
    lines_.scanner().part_words_at("(),");
    state_.write_mask = mask;
    return is_read;
}

} // namespace jacquard::driver::amber
