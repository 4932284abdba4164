#include <jacquard/library/facade/shader.h>
#include <jacquard/passes/registry/apply_state.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <thread>
#include <vector>

using namespace jacquard::driver;

namespace {

constexpr const char* kText = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n"
                              "  1: END\n";

constexpr const char* kFragment =
    "FRAG\nDCL IN[0], COLOR, COLOR\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\n"
    "TEX OUT[0], IN[0], SAMP[0], 2D\nEND\n";

VariantKey key_of(std::string_view state) {
    VariantKey key;
    key.state = jacquard::nir::parse_state(state).state;
    return key;
}

} // namespace

TEST_CASE("a shader keeps the variants it has made") {
    Shader shader("a.tgsi", kText);
    const Variant& plain = shader.variant({630, false});
    CHECK(plain.result.status == CompileStatus::compiled);
    CHECK_FALSE(plain.result.program.words.empty());
    CHECK(plain.messages.empty());
    const Variant& precise = shader.variant({630, true});
    CHECK(&plain != &precise);
    CHECK(&shader.variant({630, false}) == &plain);
    CHECK(shader.num_variants() == 2);
}

TEST_CASE("a shader that does not compile says why in each variant") {
    Shader shader("a.tgsi", "VERT\nMOVE\n");
    const Variant& variant = shader.variant({});
    CHECK(variant.result.status == CompileStatus::malformed);
    CHECK_FALSE(variant.result.reason.empty());
    CHECK(variant.messages.starts_with("a.tgsi:2:1: error["));
    CHECK(variant.result.program.words.empty());
}

TEST_CASE("a shader may be a module as assembly") {
    const std::string path = std::string(JACQUARD_SOURCE_DIR) + "/tests/driver/modules/";
    Shader shader("place.spvasm", file_content(path + "place.spvasm"));
    CHECK(shader.variant({630, false}).result.status == CompileStatus::compiled);
    // State that does not matter is seen of it, too.
    CHECK(&shader.variant(key_of("two_sided_color")) == &shader.variant(VariantKey{}));
    Shader wrong("a.spvasm", "OpCapability Shader\nOpCapabilty Int64\n");
    CHECK(wrong.variant({}).messages.starts_with("a.spvasm:2:1: error[S301]: "));
}

TEST_CASE("a part that no table lists is not the shader's fault") {
    Shader shader("a.tgsi", "VERT\nMOVE\n");
    const Variant& variant = shader.variant({999, false});
    CHECK(variant.result.status == CompileStatus::unknown_part);
    CHECK(to_string(variant.result.status) == "unknown_part");
    CHECK(variant.result.reason == "there is no part 999");
    CHECK(variant.messages == "a.tgsi: error[D103]: there is no part 999\n");
}

TEST_CASE("many threads get the same variant") {
    Shader shader("a.tgsi", kText);
    std::vector<const Variant*> seen(8);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        threads.emplace_back([&, i] { seen[i] = &shader.variant({630, i % 2 == 0}); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t i = 2; i < seen.size(); ++i) {
        CHECK(seen[i] == seen[i - 2]);
    }
    CHECK(shader.num_variants() == 2);
}

TEST_CASE("state that changes nothing in a shader makes no variant") {
    Shader shader("a.tgsi", kFragment);
    const Variant& plain = shader.variant({});
    const Variant& flat = shader.variant(key_of("flat_shade"));
    CHECK(&plain != &flat);
    CHECK(&shader.variant(key_of("clip_planes=0xff+clamp_vertex_color")) == &plain);
    CHECK(&shader.variant(key_of("flat_shade+clamp_r=0x1+clamp_s=0xf0")) == &flat);
    CHECK(flat.key == key_of("flat_shade"));
    CHECK(shader.num_variants() == 2);

    Shader broken("a.tgsi", "VERT\nMOVE\n");
    CHECK(&broken.variant({}) == &broken.variant(key_of("clip_planes=0x1")));
    CHECK(broken.num_variants() == 1);
}

TEST_CASE("threads that ask for one variant by different keys get one") {
    Shader shader("a.tgsi", kFragment);
    const std::vector<std::string_view> states = {"", "clip_planes=0x1", "clamp_vertex_color",
                                                  "clamp_r=0x7", "srgb_textures=0x2"};
    std::vector<const Variant*> seen(4 * states.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        threads.emplace_back(
            [&, i] { seen[i] = &shader.variant(key_of(states[i % states.size()])); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const Variant* variant : seen) {
        CHECK(variant == seen[0]);
    }
    CHECK(shader.num_variants() == 1);
    CHECK(shader.num_compiled() == 1);
}

TEST_CASE("a shader may be NIR text or a module, and what is none says so") {
    Shader text("a.nir", "shader fragment\nfunction \"main\" entry {\n    b0:\n}\n");
    CHECK(text.variant({}).result.status == CompileStatus::compiled);
    Shader module("a.spv", std::string("\x03\x02\x23\x07 cut", 8));
    CHECK(module.variant({}).result.status == CompileStatus::malformed);
    CHECK(module.variant(key_of("flat_shade")).messages.starts_with("a.spv"));
    Shader none("a.txt", "mov r0.x, r0.y\n");
    CHECK(none.variant({}).result.status == CompileStatus::malformed);
    CHECK_FALSE(none.variant({}).result.reason.empty());
}
