#include <jacquard/passes/registry/apply_state.h>

#include "nir/text.h"

#include <memory>
#include <string>
#include <vector>

using namespace jacquard::nir;

namespace {

// Reads one colour, which the state may make flat, and looks two textures up.
std::unique_ptr<Shader> fragment() {
    auto shader = parsed(R"(shader fragment
input color 0 mask xyzw
output color 0 mask xyzw
function "main" entry {
    b0:
        %1:32x2 = load_barycentric_pixel {interp_mode=smooth}
        %0:32 = const 0
        %2:32x4 = load_interpolated_input %1, %0 {dest_type=float32, io_semantics=color 0 1}
        %3:32x2 = vec2 %2.x, %2.y
        %4:32x4 = texture tex 2d coord %3 {dest_type=float32, texture=0, sampler=0}
        %5:32x4 = texture tex 2d coord %3 {dest_type=float32, texture=3, sampler=3}
        %6:32x4 = fadd %4, %5
        store_output %6, %0 {write_mask=xyzw, src_type=float32, io_semantics=color 0 1}
}
)");
    REQUIRE(shader != nullptr);
    return shader;
}

ShaderState state_of(std::string_view text) {
    const StateText read = parse_state(text);
    REQUIRE(read.errors.empty());
    return read.state;
}

std::vector<std::string> faults_of(std::string_view text) {
    return parse_state(text).errors;
}

} // namespace

TEST_CASE("state is written as it is read") {
    CHECK(to_string(ShaderState{}).empty());
    for (const char* text :
         {"two_sided_color", "clip_planes=0x83", "flat_shade+srgb_targets=0x1"}) {
        CHECK(to_string(state_of(text)) == text);
    }
    CHECK(to_string(state_of("clip_planes=3+two_sided_color")) ==
          "two_sided_color+clip_planes=0x3");
    for (const StateInfo& info : kStates) {
        ShaderState state;
        info.set(state, info.most);
        CHECK(info.get(state) == info.most);
        CHECK(state_of(to_string(state)) == state);
        CHECK(state != ShaderState{});
    }
}

TEST_CASE("everything wrong with a text of state is said, with what was meant") {
    CHECK(faults_of("two_side_color+clip_planes=0x100+flat_shade=1+clamp_s+alpha_to_one") ==
          std::vector<std::string>{
              "there is no state 'two_side_color'; did you mean 'two_sided_color'?",
              "'clip_planes' takes a mask from 0 to 0xff, not '0x100'",
              "'flat_shade' takes no value",
              "'clamp_s' takes a mask from 0 to 0xffffffff, not ''",
          });
}

TEST_CASE("state is given to the stages that it is for") {
    auto shader = fragment();
    PassRunner passes(*shader);
    CHECK_FALSE(apply_state(passes, state_of("clip_planes=0xff+clamp_vertex_color"), {}));
    CHECK(apply_state(passes, state_of("alpha_to_one"), {}));

    auto vertex = parsed(R"(shader vertex
output position 0 mask x
function "main" entry {
    b0:
        %0:32 = const 0
        store_output %0, %0 {write_mask=x, src_type=float32, io_semantics=position 0 1}
}
)");
    REQUIRE(vertex != nullptr);
    PassRunner vertex_passes(*vertex);
    CHECK_FALSE(
        apply_state(vertex_passes, state_of("clip_planes=0x1"), {.feeds_rasteriser = false}));
    CHECK(apply_state(vertex_passes, state_of("clip_planes=0x1"), {}));
    CHECK(passes.report().empty());
    CHECK(vertex_passes.report().empty());
}

TEST_CASE("of state matters what changes the shader, and of masks the bits that do") {
    const auto shader = fragment();
    const auto matters = [&](std::string_view text) {
        return to_string(state_that_matters(*shader, state_of(text), {}));
    };
    CHECK(matters("two_sided_color+flat_shade") == "two_sided_color+flat_shade");
    CHECK(matters("clip_planes=0xff+clamp_vertex_color").empty());
    CHECK(matters("clamp_s=0xffff+clamp_r=0xffff") == "clamp_s=0x9");
    CHECK(matters("srgb_targets=0xff+srgb_textures=0x6") == "srgb_targets=0x1");
    CHECK(to_string(state_that_matters(*shader, {}, {})).empty());
}
