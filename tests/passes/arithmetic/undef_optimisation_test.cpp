#include <jacquard/passes/undef_optimisation.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string optimised(const std::string& body) {
    return after([](Shader& shader) { undef_optimisation(shader); }, body);
}

} // namespace

TEST_CASE("copies of undefined values are undefined") {
    CHECK(optimised(R"(
    b0:
        %0:32 = undef
        %1:32x2 = undef
        %2:32x3 = vec3 %0, %1.x, %1.y
        %3:32x2 = mov %2.xy
        %4:32x2 = fneg %3
)") == R"(
    b0:
        %0:32x2 = undef
        %1:32x3 = undef
        %2:32 = undef
        %3:32x2 = undef
        %4:32x2 = fneg %0
)");
}

TEST_CASE("a selection takes the side that is defined") {
    CHECK(optimised(R"(
    b0:
        %0:32 = undef
        %1:1 = undef
        %2:1 = const true
        %3:32x2 = const 1, 2
        %4:32 = bcsel %2, %0, %3.y
        %5:32 = bcsel %2, %3.x, %0
        %6:32x2 = bcsel %1.xx, %3, %3.yx
        %7:32x4 = vec4 %4, %5, %6.x, %6.y
)") == R"(
    b0:
        %0:32 = undef
        %1:1 = undef
        %2:1 = const true
        %3:32x2 = const 1, 2
        %4:32 = mov %3.y
        %5:32 = mov %3.x
        %6:32x2 = mov %3.yx
        %7:32x4 = vec4 %4, %5, %6.x, %6.y
)");
}

TEST_CASE("stores leave out what is undefined") {
    CHECK(optimised(R"(
    b0:
        %0:32 = undef
        %1:32 = const 0
        %2:32x3 = vec3 %1, %0, %1
        store_output %2, %1 {write_mask=xyz}
        store_output %0, %1 {write_mask=x}
        store_output %2, %1 {write_mask=y}
)") == R"(
    b0:
        %0:32 = undef
        %1:32 = const 0
        %2:32x3 = vec3 %1, %0, %1
        store_output %2, %1 {write_mask=xz}
)");
}

TEST_CASE("a phi of undefined values is undefined, one of others stays") {
    CHECK(optimised(R"(
    b0:
        %0:32 = undef
        %1:1 = const true
        %2:32 = const 4
    if %1 {
        b1 from b0:
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %3:32 = phi b1: %0, b2: %0
        %4:32 = phi b1: %0, b2: %2
        %5:32 = iadd %3, %4
)") == R"(
    b0:
        %0:32 = undef
        %1:1 = const true
        %2:32 = const 4
    if %1 {
        b1 from b0:
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %3:32 = phi b1: %0, b2: %2
        %4:32 = undef
        %5:32 = iadd %4, %3
)");
}
