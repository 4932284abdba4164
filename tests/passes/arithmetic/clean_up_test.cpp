#include <jacquard/passes/copy_propagation.h>
#include <jacquard/passes/dead_code.h>
#include <jacquard/passes/fold_constants.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

TEST_CASE("constants fold through chains, swizzles and control flow") {
    const auto fold = [](Shader& shader) {
        CHECK(fold_constants(shader));
        CHECK_FALSE(fold_constants(shader));
        dead_code(shader);
    };
    CHECK(after(fold, R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32 = fadd %0.x, %0.y
        %2:32 = fmul %1, %0.y
        %3:1 = flt %2, %0.x
        %4:32x4 = vec4 %2, %1, %0.x, %0.y
    if %3 {
        b1 from b0:
            %5:32 = const 0
            store_output %4, %5 {write_mask=xyzw}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
)") == R"(
    b0:
        %0:1 = const false
        %1:32x4 = const 6.0, 3.0, 1.0, 2.0
    if %0 {
        b1 from b0:
            %2:32 = const 0
            store_output %1, %2 {write_mask=xyzw}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
)");
}

TEST_CASE("folding follows the shader's float controls") {
    const std::string body = R"(
    b0:
        %0:32 = const 0x00400000
        %1:32 = const 1.0
        %2:32 = fmul %0, %1
        %3:32 = const 0
        store_output %2, %3 {write_mask=x}
)";
    const auto fold = [](Shader& shader) {
        fold_constants(shader);
        dead_code(shader);
    };
    CHECK(after(fold, body).find("const 0x00400000") != std::string::npos);
    CHECK(after(fold, body, "float_controls flush_denormals_32\n").find("0x00400000") ==
          std::string::npos);
}

TEST_CASE("reads look through moves and vectors") {
    const auto propagate = [](Shader& shader) {
        CHECK(copy_propagation(shader));
        CHECK_FALSE(copy_propagation(shader));
        dead_code(shader);
    };
    CHECK(after(propagate, R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32x4 = load_ubo_vec4 %0, %0 {base=1}
        %3:32x4 = mov %1.wzyx
        %4:32x4 = vec4 %3.x, %2.x, %3.y, %3.z
        %5:32x2 = fadd %4.xz, %4.wx
        %6:32x2 = fadd %4.xy, %4.xy
        %7:32x4 = vec4 %1.x, %1.y, %1.z, %1.w
        store_output %7, %0 {write_mask=xyzw}
        store_output %3, %0 {base=1, write_mask=xyzw}
        %8:32x4 = vec4 %5.x, %5.y, %6.x, %6.y
        store_output %8, %0 {base=2, write_mask=xyzw}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32x4 = load_ubo_vec4 %0, %0 {base=1}
        %3:32x4 = mov %1.wzyx
        %4:32x4 = vec4 %1.w, %2.x, %1.z, %1.y
        %5:32x2 = fadd %1.wz, %1.yw
        %6:32x2 = fadd %4.xy, %4.xy
        store_output %1, %0 {write_mask=xyzw}
        store_output %3, %0 {base=1, write_mask=xyzw}
        %7:32x4 = vec4 %5.x, %5.y, %6.x, %6.y
        store_output %7, %0 {base=2, write_mask=xyzw}
)");
}

TEST_CASE("what nobody needs goes, cycles of phis too, and effects stay") {
    const auto clean = [](Shader& shader) {
        CHECK(dead_code(shader));
        CHECK_FALSE(dead_code(shader));
    };
    CHECK(after(clean, R"(
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:1 = const true
        %3:32 = load_ssbo %0, %0
        %4:32 = ssbo_atomic %0, %0, %1
    loop {
        b1 from b0 b4:
            %5:32 = phi b0: %0, b4: %6
            %6:32 = iadd %5, %1
        if %2 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:1 = const true
        %3:32 = ssbo_atomic %0, %0, %1
    loop {
        b1 from b0 b4:
        if %2 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
)");
}
