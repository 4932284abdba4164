#include <jacquard/passes/split_wide_accesses.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string split(const std::string& body) {
    return after([](Shader& shader) { split_wide_accesses(shader); }, body);
}

} // namespace

TEST_CASE("a value of 64 bits is loaded by its words, the low one first") {
    CHECK(split(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:64 = load_ubo %0, %1 {align_mul=8}
        %3:64 = ineg %2
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32x2 = load_ubo %0, %1 {align_mul=8}
        %3:64 = pack_64_2x32_split %2.x, %2.y
        %4:64 = ineg %3
)");
}

TEST_CASE("more than two values take several loads, each at its own place") {
    CHECK(split(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:64x3 = load_ssbo %0, %1 {align_mul=32, align_offset=8}
        %3:64x3 = ineg %2
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32x4 = load_ssbo %0, %1 {align_mul=32, align_offset=8}
        %3:64 = pack_64_2x32_split %2.x, %2.y
        %4:64 = pack_64_2x32_split %2.z, %2.w
        %5:32 = const 16
        %6:32 = iadd %1, %5
        %7:32x2 = load_ssbo %0, %6 {align_mul=32, align_offset=24}
        %8:64 = pack_64_2x32_split %7.x, %7.y
        %9:64x3 = vec3 %3, %4, %8
        %10:64x3 = ineg %9
)");
}

TEST_CASE("a store writes the words of the values that it writes") {
    CHECK(split(R"(
    b0:
        %0:32 = const 0
        %1:64x2 = load_ssbo %0, %0 {align_mul=16}
        store_ssbo %1, %0, %0 {write_mask=y, align_mul=16}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ssbo %0, %0 {align_mul=16}
        %2:64 = pack_64_2x32_split %1.x, %1.y
        %3:64 = pack_64_2x32_split %1.z, %1.w
        %4:64x2 = vec2 %2, %3
        %5:32 = unpack_64_2x32_split_x %4.x
        %6:32 = unpack_64_2x32_split_y %4.x
        %7:32 = unpack_64_2x32_split_x %4.y
        %8:32 = unpack_64_2x32_split_y %4.y
        %9:32x4 = vec4 %5, %6, %7, %8
        store_ssbo %9, %0, %0 {write_mask=zw, align_mul=16}
)");
}

TEST_CASE("an input keeps its slot and component, which count words") {
    CHECK(split(R"(
    b0:
        %0:32 = const 0
        %1:64 = load_input %0 {base=2, component=2, dest_type=float64}
        %2:64 = fneg %1
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x2 = load_input %0 {base=2, component=2, dest_type=uint32}
        %2:64 = pack_64_2x32_split %1.x, %1.y
        %3:64 = fneg %2
)");
}
