#include <jacquard/generated/passes/algebraic.h>
#include <jacquard/generated/passes/dead_code.h>
#include <jacquard/generated/passes/fuse_multiply_add.h>
#include <jacquard/generated/passes/lower_alu_to_scalar.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

// Inputs that nothing is known about, and a use of the result.
const std::string kInputs = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32x4 = load_ubo_vec4 %0, %0 {base=1}
        %3:32x4 = load_ubo_vec4 %0, %0 {base=2}
)";
const std::string kStore = R"(        store_output %9, %0 {write_mask=xyzw}
        store_output %1, %0 {base=1, write_mask=xyzw}
        store_output %2, %0 {base=2, write_mask=xyzw}
        store_output %3, %0 {base=3, write_mask=xyzw}
)";

// Returns the lines between the inputs and the store.
template <typename Pass>
std::string middle(Pass&& pass, const std::string& lines) {
    const std::string text = after(
        [&pass](Shader& shader) {
            pass(shader);
            dead_code(shader);
        },
        kInputs + lines + kStore);
    const std::size_t start = text.find("{base=2}\n");
    const std::size_t end = text.find("        store_output");
    if (start == std::string::npos || end == std::string::npos) {
        return text;
    }
    return "\n" + text.substr(start + 9, end - start - 9);
}

std::string fused(const std::string& lines) {
    return middle(fuse_multiply_add, lines);
}
std::string scalar(const std::string& lines) {
    return middle(lower_alu_to_scalar, lines);
}
std::string simplified(const std::string& lines) {
    return middle(algebraic, lines);
}

} // namespace

TEST_CASE("a product used once is fused into the sum, through swizzles and a negation") {
    CHECK(fused(R"(        %4:32x4 = fmul %1.wzyx, %2
        %9:32x4 = fadd %4.yyxx, %3
)") == R"(
        %4:32x4 = ffma %1.zzww, %2.yyxx, %3
)");
    CHECK(fused(R"(        %4:32x4 = fmul %1, %2
        %5:32x4 = fneg %4
        %9:32x4 = fadd %3, %5
)") == R"(
        %4:32x4 = fneg %1
        %5:32x4 = ffma %4, %2, %3
)");
}

TEST_CASE("exact instructions and products used twice are not fused") {
    const std::string exact_sum = R"(        %4:32x4 = fmul %1, %2
        %9:32x4 = exact fadd %4, %3
)";
    CHECK(fused(exact_sum).find("ffma") == std::string::npos);
    const std::string exact_product = R"(        %4:32x4 = exact fmul %1, %2
        %9:32x4 = fadd %4, %3
)";
    CHECK(fused(exact_product).find("ffma") == std::string::npos);
    const std::string twice = R"(        %4:32x4 = fmul %1, %2
        %5:32x4 = fadd %4, %3
        %9:32x4 = fmul %4, %5
)";
    CHECK(fused(twice).find("ffma") == std::string::npos);
}

TEST_CASE("vectors are computed by component") {
    CHECK(scalar(R"(        %4:32x2 = exact fadd %1.xw, %2.yy
        %9:32x4 = vec4 %4.x, %4.y, %1.x, %1.y
)") == R"(
        %4:32 = exact fadd %1.x, %2.y
        %5:32 = exact fadd %1.w, %2.y
        %6:32x2 = vec2 %4, %5
        %7:32x4 = vec4 %6.x, %6.y, %1.x, %1.y
)");
}

TEST_CASE("sums over components become chains in the order of the table") {
    CHECK(scalar(R"(        %4:32 = fdot3 %1.xyz, %2.xyz
        %9:32x4 = vec4 %4, %4, %4, %4
)") == R"(
        %4:32 = fmul %1.z, %2.z
        %5:32 = fmul %1.y, %2.y
        %6:32 = fadd %4, %5
        %7:32 = fmul %1.x, %2.x
        %8:32 = fadd %6, %7
        %9:32x4 = vec4 %8, %8, %8, %8
)");
    CHECK(scalar(R"(        %4:32 = fsum3 %1.xyz
        %9:32x4 = vec4 %4, %4, %4, %4
)") == R"(
        %4:32 = fadd %1.x, %1.y
        %5:32 = fadd %4, %1.z
        %6:32x4 = vec4 %5, %5, %5, %5
)");
    // Half floats that must be exact are rounded once.
    const std::string halves = scalar(R"(        %4:16x4 = f2f16 %1
        %5:16 = exact fsum3 %4.xyz
        %6:16 = exact fsum2 %4.xy
        %7:32 = f2f32 %5
        %8:32 = f2f32 %6
        %9:32x4 = vec4 %7, %8, %7, %8
)");
    INFO(halves);
    const std::size_t first = halves.find(":32 = exact fadd");
    CHECK(halves.find(":32 = exact fadd", first + 1) != std::string::npos);
    CHECK(halves.find(":16 = exact fadd") != std::string::npos);
    CHECK(scalar(R"(        %4:1 = ball_fequal2 %1.xy, %2.xy
        %9:32x4 = bcsel %4.xxxx, %1, %2
)")
              .find(R"(
        %4:1 = feq %1.x, %2.x
        %5:1 = feq %1.y, %2.y
        %6:1 = iand %4, %5
)") != std::string::npos);
}

TEST_CASE("neutral operands vanish, where exactness allows") {
    CHECK(simplified(R"(        %4:32 = const 1.0
        %9:32x4 = exact fmul %1, %4.xxxx
)") == "\n");
    CHECK(simplified(R"(        %4:32 = const 0
        %9:32x4 = fadd %1, %4.xxxx
)") == "\n");
    CHECK(simplified(R"(        %4:32 = const 0
        %9:32x4 = exact fadd %1, %4.xxxx
)")
              .find("fadd") != std::string::npos);
    CHECK(simplified(R"(        %4:32x4 = fneg %1
        %9:32x4 = fneg %4
)") == "\n");
    CHECK(simplified(R"(        %4:32x4 = inot %1
        %9:32x4 = inot %4
)") == "\n");
}

TEST_CASE("of a constant whose components differ it matters what is read") {
    const std::string constant = "        %4:32x4 = const 1.0, 1.0, 2.0, 1.0\n";
    CHECK(simplified(constant + "        %9:32x4 = fmul %1, %4.xyyw\n") == R"(
)");
    CHECK(simplified(constant + "        %9:32x4 = fmul %1, %4\n").find("fmul") !=
          std::string::npos);
    // A component of the product may be that of a product by one all the same.
    CHECK(simplified(constant + "        %5:32x4 = fmul %1, %4\n"
                                "        %9:32x4 = fneg %5\n")
              .find("fneg") == std::string::npos);
}
