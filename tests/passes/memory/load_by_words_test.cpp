#include <jacquard/passes/load_by_words.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string by_words(const std::string& body) {
    return after([](Shader& shader) { load_by_words(shader); }, body);
}

} // namespace

TEST_CASE("values that share a word are taken out of one load") {
    CHECK(by_words(R"(
    b0:
        %0:32 = const 0
        %1:16x2 = load_ubo %0, %0 {align_mul=16, align_offset=4}
        %2:16x2 = ineg %1
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = load_ubo %0, %0 {align_mul=4}
        %2:32 = const 0
        %3:32 = ushr %1, %2
        %4:16 = u2u16 %3
        %5:32 = const 16
        %6:32 = ushr %1, %5
        %7:16 = u2u16 %6
        %8:16x2 = vec2 %4, %7
        %9:16x2 = ineg %8
)");
}

TEST_CASE("where in a word a value stands is computed when nobody knows it") {
    CHECK(by_words(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:8 = load_push_constant %1 {base=6, align_mul=1}
        %3:8 = ineg %2
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32 = const 6
        %3:32 = iadd %1, %2
        %4:32 = const 0xfffffffc
        %5:32 = iand %3, %4
        %6:32 = load_push_constant %5 {align_mul=4}
        %7:32 = const 3
        %8:32 = iand %3, %7
        %9:32 = const 8
        %10:32 = imul %8, %9
        %11:32 = ushr %6, %10
        %12:8 = u2u8 %11
        %13:8 = ineg %12
)");
}

TEST_CASE("memory that shaders write is loaded as it is") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:16 = load_ssbo %0, %0 {align_mul=2}
        %2:16 = ineg %1
)";
    CHECK(by_words(body) == body);
}
