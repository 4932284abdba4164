#include <jacquard/passes/common_subexpressions.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string merged(const std::string& body) {
    return after([](Shader& shader) { common_subexpressions(shader); }, body);
}

} // namespace

TEST_CASE("equal computations become one, whatever the order of commuting operands") {
    CHECK(merged(R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32x2 = const 1.0, 2.0
        %2:32 = fadd %0.x, %1.y
        %3:32 = fadd %1.y, %0.x
        %4:32 = fsub %2, %3
        %5:32 = fsub %3, %2
        %6:32 = fsub %0.x, %0.y
        %7:32 = fsub %0.y, %0.x
)") == R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32 = fadd %0.x, %0.y
        %2:32 = fsub %1, %1
        %3:32 = fsub %0.x, %0.y
        %4:32 = fsub %0.y, %0.x
)");
}

TEST_CASE("what remains of an exact and an inexact instruction is exact") {
    CHECK(merged(R"(
    b0:
        %0:32 = const 1.0
        %1:32 = fadd %0, %0
        %2:32 = exact fadd %0, %0
        %3:32 = fneg %2
)") == R"(
    b0:
        %0:32 = const 1.0
        %1:32 = exact fadd %0, %0
        %2:32 = fneg %1
)");
}

TEST_CASE("only what dominates is used again") {
    CHECK(merged(R"(
    b0:
        %0:32 = const 1.0
        %1:1 = const true
    if %1 {
        b1 from b0:
            %2:32 = fadd %0, %0
            %3:32 = fadd %0, %0
    } else {
        b2 from b0:
            %4:32 = fadd %0, %0
    }
    b3 from b1 b2:
        %5:32 = fadd %0, %0
        %6:32 = fadd %0, %0
        %7:32 = fneg %6
)") == R"(
    b0:
        %0:32 = const 1.0
        %1:1 = const true
    if %1 {
        b1 from b0:
            %2:32 = fadd %0, %0
    } else {
        b2 from b0:
            %3:32 = fadd %0, %0
    }
    b3 from b1 b2:
        %4:32 = fadd %0, %0
        %5:32 = fneg %4
)");
}

TEST_CASE("loads are merged when nothing can come between, and by their indices") {
    CHECK(merged(R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32x4 = load_ubo_vec4 %0, %0 {base=1}
        %3:32x4 = load_ubo_vec4 %0, %0
        %4:32 = load_ssbo %0, %0
        %5:32 = load_ssbo %0, %0
        %6:32x4 = fadd %1, %3
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32x4 = load_ubo_vec4 %0, %0 {base=1}
        %3:32 = load_ssbo %0, %0
        %4:32 = load_ssbo %0, %0
        %5:32x4 = fadd %1, %1
)");
}
