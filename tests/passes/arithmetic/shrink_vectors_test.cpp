#include <jacquard/passes/shrink_vectors.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string shrunk(const std::string& body) {
    return after([](Shader& shader) { shrink_vectors(shader); }, body);
}

} // namespace

TEST_CASE("arithmetic loses the components that nobody reads") {
    CHECK(shrunk(R"(
    b0:
        %0:32x4 = const 1.0, 2.0, 3.0, 4.0
        %1:32x4 = fadd %0, %0.wzyx
        %2:32x2 = fneg %1.yw
        %3:32 = const 0
        store_output %2, %3 {write_mask=xy}
)") == R"(
    b0:
        %0:32x4 = const 1.0, 2.0, 3.0, 4.0
        %1:32x2 = fadd %0.yw, %0.zx
        %2:32x2 = fneg %1
        %3:32 = const 0
        store_output %2, %3 {write_mask=xy}
)");
}

TEST_CASE("what only an unread component needs is not read either") {
    CHECK(shrunk(R"(
    b0:
        %0:32x4 = const 1.0, 2.0, 3.0, 4.0
        %1:32x4 = vec4 %0.x, %0.z, %0.y, %0.z
        %2:32 = fneg %1.y
        %3:32 = const 0
        store_output %2, %3 {write_mask=x}
)") == R"(
    b0:
        %0:32 = const 3.0
        %1:32 = mov %0
        %2:32 = fneg %1
        %3:32 = const 0
        store_output %2, %3 {write_mask=x}
)");
}

TEST_CASE("a load reads no further than needed, and starts later where an index says so") {
    CHECK(shrunk(R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo %0, %0 {align_mul=16, range=16}
        %2:32x4 = load_input %0 {base=1}
        %3:32x2 = fadd %1.xy, %2.yz
        store_output %3, %0 {write_mask=xy}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x2 = load_ubo %0, %0 {align_mul=16, range=16}
        %2:32x2 = load_input %0 {base=1, component=1}
        %3:32x2 = fadd %1, %2
        store_output %3, %0 {write_mask=xy}
)");
}

TEST_CASE("a phi and what it joins get shorter together") {
    CHECK(shrunk(R"(
    b0:
        %0:32x4 = const 1.0, 2.0, 3.0, 4.0
        %1:1 = const true
    if %1 {
        b1 from b0:
            %2:32x4 = fneg %0
    } else {
        b2 from b0:
            %3:32x4 = fabs %0
            %4:32 = fneg %3.y
            %5:32 = const 1
            store_output %4, %5 {write_mask=x}
    }
    b3 from b1 b2:
        %6:32x4 = phi b1: %2, b2: %3
        %7:32 = fneg %6.w
        %8:32 = const 0
        store_output %7, %8 {write_mask=x}
)") == R"(
    b0:
        %0:32x2 = const 2.0, 4.0
        %1:1 = const true
    if %1 {
        b1 from b0:
            %2:32 = fneg %0.y
    } else {
        b2 from b0:
            %3:32x2 = fabs %0
            %4:32 = fneg %3.x
            %5:32 = const 1
            store_output %4, %5 {write_mask=x}
            %6:32 = mov %3.y
    }
    b3 from b1 b2:
        %7:32 = phi b1: %2, b2: %6
        %8:32 = fneg %7
        %9:32 = const 0
        store_output %8, %9 {write_mask=x}
)");
}

TEST_CASE("a phi that carries unread components round a loop loses them") {
    CHECK(shrunk(R"(
    b0:
        %0:32x3 = const 1.0, 2.0, 3.0
        %1:32 = const 10.0
    loop {
        b1 from b0 b4:
            %2:32x3 = phi b0: %0, b4: %6
            %3:1 = fge %2.y, %1
        if %3 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %4:32x3 = fadd %2, %0
            %5:32 = const 0
            %6:32x3 = fmul %4, %2
    }
    b5 from b2:
)") == R"(
    b0:
        %0:32 = const 2.0
        %1:32 = const 10.0
    loop {
        b1 from b0 b4:
            %2:32 = phi b0: %0, b4: %6
            %3:1 = fge %2, %1
        if %3 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %4:32 = fadd %2, %0
            %5:32 = const 0
            %6:32 = fmul %4, %2
    }
    b5 from b2:
)");
}

TEST_CASE("values that are read whole stay as they are") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_input %0
        store_output %1, %0 {write_mask=xyzw}
        %2:32 = fdot4 %1, %1
        store_output %2, %0 {write_mask=x}
)";
    CHECK(shrunk(body) == body);
}

// Six scalars are read of the sixteen, and eight is the least vector that holds them: %1.y and
// %1.w come along unread.
TEST_CASE("what a vector keeps for its size alone does not reach beyond a shortened load") {
    CHECK(shrunk(R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_input %0
        %2:32x16 = vec16 %1.y, %1.w, %0, %0, %0, %0, %0, %1.x, %0, %0, %1.z, %0, %0, %0, %0, %0
        %3:32x3 = fadd %2.cdh, %2.kgf
        store_output %3, %0 {write_mask=xyz}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x3 = load_input %0
        %2:32x8 = vec8 %1.y, %1.x, %0, %0, %0, %0, %1.x, %1.z
        %3:32x3 = fadd %2.cdg, %2.hfe
        store_output %3, %0 {write_mask=xyz}
)");
}
