#include <jacquard/amber/script/reader.h>

#include <algorithm>

namespace jacquard::driver::amber {

bool Reader::read_depth() {
    static constexpr std::array<Command_, 6> kCommands = {{
        {"TEST", &Reader::read_depth_test},
        {"WRITE", &Reader::read_depth_write},
        {"COMPARE_OP", &Reader::read_depth_comparison},
        {"CLAMP", &Reader::read_depth_clamp},
        {"BOUNDS", &Reader::read_depth_bounds},
        {"BIAS", &Reader::read_depth_bias},
    }};
    return read_block(word_, kCommands);
}

bool Reader::read_depth_test() {
    return take_switch(script_.pipelines[pipeline_].draw.depth_test);
}

bool Reader::read_depth_write() {
    return take_switch(script_.pipelines[pipeline_].draw.depth_write);
}

bool Reader::read_depth_comparison() {
    return take_comparison(script_.pipelines[pipeline_].draw.depth_comparison);
}

bool Reader::read_depth_clamp() {
    return take_switch(script_.pipelines[pipeline_].draw.depth_clamp);
}

bool Reader::read_depth_bounds() {
    std::array<float, 2> bounds{};
    if (!expect("min") || !take_float("a depth", bounds[0]) || !expect("max") ||
        !take_float("a depth", bounds[1])) {
        return false;
    }
    script_.pipelines[pipeline_].draw.depth_bounds = bounds;
    return true;
}

bool Reader::read_depth_bias() {
    return refuse(word_, Refused::depth_bias);
}

bool Reader::read_stencil() {
    static constexpr std::array<Command_, 8> kCommands = {{
        {"TEST", &Reader::read_stencil_test},
        {"FAIL_OP", &Reader::read_stencil_fail},
        {"PASS_OP", &Reader::read_stencil_pass},
        {"DEPTH_FAIL_OP", &Reader::read_stencil_depth_fail},
        {"COMPARE_OP", &Reader::read_stencil_comparison},
        {"COMPARE_MASK", &Reader::read_stencil_compare_mask},
        {"WRITE_MASK", &Reader::read_stencil_write_mask},
        {"REFERENCE", &Reader::read_stencil_reference},
    }};
    using Faces = std::array<bool, 2>;
    static constexpr std::array<Word<Faces>, 3> kFaces = {{
        {"front", {true, false}},
        {"back", {false, true}},
        {"front_and_back", {true, true}},
    }};
    const Token start = word_;
    return take_word<Faces>("face", kFaces, faces_) && read_block(start, kCommands);
}

bool Reader::read_stencil_test() {
    return take_switch(script_.pipelines[pipeline_].draw.stencil_test);
}

bool Reader::take_stencil(StencilOperation StencilFace::*member) {
    StencilOperation operation{};
    if (!take_word<StencilOperation>("operation of stencils", stencil_words(), operation)) {
        return false;
    }
    for (std::size_t face = 0; face < faces_.size(); ++face) {
        if (faces_[face]) {
            script_.pipelines[pipeline_].draw.stencil[face].*member = operation;
        }
    }
    return true;
}

bool Reader::read_stencil_fail() {
    return take_stencil(&StencilFace::fail);
}

bool Reader::read_stencil_pass() {
    return take_stencil(&StencilFace::pass);
}

bool Reader::read_stencil_depth_fail() {
    return take_stencil(&StencilFace::depth_fail);
}

bool Reader::read_stencil_comparison() {
    nir::TexelComparison comparison{};
    if (!take_comparison(comparison)) {
        return false;
    }
    for (std::size_t face = 0; face < faces_.size(); ++face) {
        if (faces_[face]) {
            script_.pipelines[pipeline_].draw.stencil[face].comparison = comparison;
        }
    }
    return true;
}

bool Reader::take_byte(std::string_view what, std::uint8_t StencilFace::*member) {
    std::uint64_t value = 0;
    if (!take_unsigned(what, 0xff, value)) {
        return false;
    }
    for (std::size_t face = 0; face < faces_.size(); ++face) {
        if (faces_[face]) {
            script_.pipelines[pipeline_].draw.stencil[face].*member =
                static_cast<std::uint8_t>(value);
        }
    }
    return true;
}

bool Reader::read_stencil_compare_mask() {
    return take_byte("a mask", &StencilFace::compare_mask);
}

bool Reader::read_stencil_write_mask() {
    return take_byte("a mask", &StencilFace::write_mask);
}

bool Reader::read_stencil_reference() {
    return take_byte("a reference", &StencilFace::reference);
}

bool Reader::read_blend() {
    static constexpr std::array<Command_, 6> kCommands = {{
        {"SRC_COLOR_FACTOR", &Reader::read_source_colour},
        {"DST_COLOR_FACTOR", &Reader::read_target_colour},
        {"COLOR_OP", &Reader::read_colour_operation},
        {"SRC_ALPHA_FACTOR", &Reader::read_source_alpha},
        {"DST_ALPHA_FACTOR", &Reader::read_target_alpha},
        {"ALPHA_OP", &Reader::read_alpha_operation},
    }};
    script_.pipelines[pipeline_].draw.blend.emplace();
    return read_block(word_, kCommands);
}

bool Reader::take_factor(BlendFactor BlendState::*member) {
    const Token token = scanner_.peek();
    if (token.text.ends_with("constant_color") || token.text.ends_with("constant_alpha")) {
        scanner_.take();
        return refuse(token, Refused::blend_constants);
    }
    if (token.text.ends_with("src1_color") || token.text.ends_with("src1_alpha")) {
        scanner_.take();
        return refuse(token, Refused::dual_source_blending);
    }
    return take_word<BlendFactor>("blend factor", blend_factor_words(),
                                  (*script_.pipelines[pipeline_].draw.blend).*member);
}

bool Reader::take_operation(BlendOperation BlendState::*member) {
    const Token token = scanner_.peek();
    const std::span<const std::string_view> advanced = advanced_blend_words();
    if (std::find(advanced.begin(), advanced.end(), token.text) != advanced.end()) {
        scanner_.take();
        return refuse(token, Refused::advanced_blending);
    }
    return take_word<BlendOperation>("blend operation", blend_operation_words(),
                                     (*script_.pipelines[pipeline_].draw.blend).*member);
}

bool Reader::read_source_colour() {
    return take_factor(&BlendState::source_colour);
}

bool Reader::read_target_colour() {
    return take_factor(&BlendState::target_colour);
}

bool Reader::read_colour_operation() {
    return take_operation(&BlendState::colour);
}

bool Reader::read_source_alpha() {
    return take_factor(&BlendState::source_alpha);
}

bool Reader::read_target_alpha() {
    return take_factor(&BlendState::target_alpha);
}

bool Reader::read_alpha_operation() {
    return take_operation(&BlendState::alpha);
}

} // namespace jacquard::driver::amber
