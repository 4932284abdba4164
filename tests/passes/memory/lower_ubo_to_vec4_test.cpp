#include <jacquard/passes/lower_ubo_to_vec4.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string lowered(const std::string& body) {
    return after([](Shader& shader) { lower_ubo_to_vec4(shader); }, body);
}

} // namespace

TEST_CASE("an aligned load takes its components of a vec4") {
    CHECK(lowered(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32x2 = load_ubo %0, %1 {align_mul=16, align_offset=8}
        %3:32x2 = fneg %2
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32 = const 4
        %3:32 = ushr %1, %2
        %4:32x2 = load_ubo_vec4 %0, %3 {component=2}
        %5:32x2 = vec2 %4.x, %4.y
        %6:32x2 = fneg %5
)");
}

TEST_CASE("a load across two vec4 takes from both") {
    CHECK(lowered(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32x3 = load_ubo %0, %1 {align_mul=32, align_offset=24}
        %3:32x3 = fneg %2
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32 = const 4
        %3:32 = ushr %1, %2
        %4:32x2 = load_ubo_vec4 %0, %3 {component=2}
        %5:32 = load_ubo_vec4 %0, %3 {base=1}
        %6:32x3 = vec3 %4.x, %4.y, %5
        %7:32x3 = fneg %6
)");
}

TEST_CASE("a load of unknown alignment selects") {
    CHECK(lowered(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:64 = load_ubo %0, %1 {align_mul=8}
        %3:64 = fneg %2
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32 = const 4
        %3:32 = ushr %1, %2
        %4:32 = const 3
        %5:32 = ushr %1, %4
        %6:32 = const 1
        %7:32 = iand %5, %6
        %8:64x2 = load_ubo_vec4 %0, %3
        %9:64 = mov %8.x
        %10:32 = const 1
        %11:1 = ieq %7, %10
        %12:64 = bcsel %11, %8.y, %9
        %13:64 = fneg %12
)");
}
