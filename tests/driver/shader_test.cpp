#include <jacquard/driver/compiler.h>

#include "catch.h"

#include <atomic>
#include <thread>
#include <vector>

using namespace jacquard::driver;

namespace {

constexpr const char* kText = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n"
                              "  1: END\n";

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
