// The effect of a group of rules on a shader: text in, text out.
#include <jacquard/generated/passes/algebraic.h>
#include <jacquard/generated/passes/algebraic_late.h>
#include <jacquard/generated/passes/dead_code.h>
#include <jacquard/generated/passes/fuse_opcodes.h>
#include <jacquard/generated/passes/split_vectors.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/passes/rewrite/rewrite_group.h>

#include "../passes/pass_test.h"
#include "catch.h"

#include <array>
#include <memory>
#include <random>
#include <vector>

using namespace jacquard::nir;

namespace {

const std::string kInputs = R"(    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32x4 = load_ubo_vec4 %0, %0 {base=1}
        %3:32x4 = load_ubo_vec4 %0, %0 {base=2}
)";

// The loads are read, whatever becomes of the lines.
const std::string kStore = R"(        store_output %9, %0 {write_mask=xyzw}
        store_output %1, %0 {base=4, write_mask=xyzw}
        store_output %2, %0 {base=5, write_mask=xyzw}
        store_output %3, %0 {base=6, write_mask=xyzw}
)";

// Returns what a pass leaves of some lines, the last of which makes %9.
template <typename Pass>
std::string middle(Pass&& pass, const std::string& lines, const std::string& header = "",
                   const std::string& more = "") {
    const std::string text = after(pass, kInputs + lines + kStore + more, header);
    const std::size_t start = text.find("{base=2}\n");
    const std::size_t end = text.find("        store_output");
    if (start == std::string::npos || end == std::string::npos) {
        return text;
    }
    return "\n" + text.substr(start + 9, end - start - 9);
}

std::string simplified(const std::string& lines, const std::string& header = "",
                       const std::string& more = "") {
    return middle(
        [](Shader& shader) {
            algebraic(shader);
            dead_code(shader);
        },
        lines, header, more);
}

} // namespace

TEST_CASE("rules see through swizzles, component by component") {
    CHECK(simplified(R"(        %4:32x4 = fneg %1.wzyx
        %9:32x4 = fneg %4.yyxx
)") == R"(
        %4:32x4 = mov %1.zzww
)");
    // %4.x and %4.y are not the same value.
    CHECK(simplified(R"(        %4:32x2 = fneg %1.xy
        %5:32 = fadd %4.x, %1.y
        %9:32x4 = vec4 %5, %5, %5, %5
)")
              .find("fadd") != std::string::npos);
}

TEST_CASE("a choice may be a negated truth where its zero is negative, too") {
    // A choice moves bits, which somebody may read as an integer.
    const std::string condition = "        %4:1 = flt %1.x, %2.x\n";
    CHECK(simplified(condition + R"(        %5:32x4 = const -1.0, -1.0, -1.0, -1.0
        %6:32x4 = const 0, 0, 0, 0
        %9:32x4 = bcsel %4.xxxx, %5, %6
)")
              .find("b2f32") == std::string::npos);
    CHECK(simplified(condition + R"(        %5:32x4 = const -1.0, -1.0, -1.0, -1.0
        %6:32x4 = const -0.0, -0.0, -0.0, -0.0
        %9:32x4 = bcsel %4.xxxx, %5, %6
)")
              .find("b2f32") != std::string::npos);
}

TEST_CASE("rules see through copies") {
    CHECK(simplified(R"(        %4:32x4 = inot %1
        %5:32x4 = mov %4.wzyx
        %9:32x4 = inot %5
)") == R"(
        %4:32x4 = mov %1.wzyx
)");
}

TEST_CASE("a pattern is found from which a rule elsewhere took the second use of a value") {
    const std::string text = after([](Shader& shader) { algebraic(shader); }, kInputs + R"(
        %4:64 = f2f64 %1.x
        %5:64 = fneg %4
        %6:32 = f2f32 %5
        %7:64 = const 0
        %8:64 = iand %4, %7
        %9:32 = u2u32 %8
        store_output %6, %0 {write_mask=x}
        store_output %9, %0 {base=4, write_mask=x}
)");
    INFO(text);
    CHECK(text.find("f2f64") == std::string::npos);
}

TEST_CASE("either order of a commutative opcode is found, also inside a pattern") {
    const std::string expected = R"(
        %4:32x4 = ffract %1
)";
    CHECK(simplified(R"(        %4:32x4 = ffloor %1
        %5:32x4 = fneg %4
        %9:32x4 = fadd %1, %5
)") == expected);
    CHECK(simplified(R"(        %4:32x4 = ffloor %1
        %5:32x4 = fneg %4
        %9:32x4 = fadd %5, %1
)") == expected);
}

TEST_CASE("constants are computed for each component") {
    CHECK(simplified(R"(        %4:32x4 = const 1, 2, 3, 4
        %5:32x4 = iadd %1, %4
        %6:32x4 = const 10, 10, 10, 10
        %9:32x4 = iadd %5, %6
)")
              .find("= const 11, 12, 13, 14") != std::string::npos);
    // Only where the condition holds for every component.
    CHECK(simplified(R"(        %4:32x4 = const 4, 4, 3, 4
        %9:32x4 = imul %1, %4
)")
              .find("imul") != std::string::npos);
    CHECK(simplified(R"(        %4:32x4 = const 4, 4, 2, 4
        %9:32x4 = imul %1, %4
)")
              .find("= const 2, 2, 1, 2") != std::string::npos);
}

TEST_CASE("limits that a mask keeps to are not asked for again") {
    const std::string clamped = R"(        %5:32x4 = const 0, 0, 0, 0
        %6:32x4 = const 3, 3, 3, 3
        %7:32x4 = iand %1, %4
        %8:32x4 = imax %7, %5
        %9:32x4 = imin %8, %6
)";
    const auto left_of = [&clamped](const std::string& mask) {
        return simplified("        %4:32x4 = const " + mask + "\n" + clamped);
    };
    CHECK(left_of("3, 1, 2, 3").find("imin") == std::string::npos);
    CHECK(left_of("3, 1, 2, 3").find("imax") == std::string::npos);
    // Only where each component keeps to them.
    CHECK(left_of("3, 4, 2, 3").find("imin") != std::string::npos);
    CHECK(left_of("3, -1, 2, 3").find("imax") != std::string::npos);
}

TEST_CASE("a place behind a masked index is known to be within an array that is long enough") {
    const auto left_of = [](const std::string& index, const std::string& length) {
        return simplified("        %4:32x4 = const " + index + R"(
        %5:32x4 = const 3, 3, 3, 3
        %6:32x4 = const )" +
                          length + R"(
        %7:32x4 = iand %1, %5
        %8:32x4 = iadd %7, %4
        %9:32x4 = umin %8, %6
)");
    };
    CHECK(left_of("1, 1, 1, 1", "4, 5, 6, 7").find("umin") == std::string::npos);
    CHECK(left_of("1, 1, 2, 1", "4, 5, 4, 7").find("umin") != std::string::npos);
    // A sum that begins anew at zero.
    CHECK(left_of("-1, 1, 1, 1", "4, 5, 6, 7").find("umin") != std::string::npos);
}

TEST_CASE("what a rule makes is examined before what reads it") {
    CHECK(simplified(R"(        %4:1 = flt %1.x, %2.x
        %5:1 = inot %4
        %6:1 = inot %5
        %7:1 = inot %6
        %9:32x4 = bcsel %7.xxxx, %2, %3
)") == R"(
        %4:1 = fge %1.x, %2.x
        %5:32x4 = bcsel %4.xxxx, %2, %3
)");
}

TEST_CASE("a value that loses a reader is looked at again") {
    // The sum of %4 and %5 may only be written otherwise when %5 is used once, which it is after
    // the second reader has gone.
    const std::string text = simplified(R"(        %4:32x4 = imul %1, %2
        %5:32x4 = imul %1, %3
        %6:32x4 = iadd %4, %5
        %7:32 = const 0
        %8:32x4 = imul %5, %7.xxxx
        %9:32x4 = ior %6, %8
)");
    CHECK(text == R"(
        %4:32x4 = iadd %2, %3
        %5:32x4 = imul %1, %4
)");
}

TEST_CASE("what must be kept is kept") {
    const std::string lines = R"(        %4:32 = const 0
        %9:32x4 = fadd %1, %4.xxxx
)";
    CHECK(simplified(lines).find("fadd") == std::string::npos);
    CHECK(simplified(lines, "float_controls preserve_special_32\n").find("fadd") !=
          std::string::npos);
    CHECK(simplified(lines, "float_controls preserve_special_16\n").find("fadd") ==
          std::string::npos);
}

TEST_CASE("where denormals are flushed, an operation that flushes is not dropped") {
    const std::string lines = R"(        %4:32 = const 1.0
        %9:32x4 = fmul %1, %4.xxxx
)";
    CHECK(simplified(lines).find("fmul") == std::string::npos);
    CHECK(simplified(lines, "float_controls flush_denormals_32\n").find("fmul") !=
          std::string::npos);
}

TEST_CASE("constants are not folded in another rounding than the shader's") {
    const std::string lines = R"(        %4:32 = const 0.1
        %5:32x4 = fmul %1, %4.xxxx
        %9:32x4 = fmul %5, %4.xxxx
)";
    const std::string text = simplified(lines);
    CHECK(text.find("fmul") == text.rfind("fmul"));
    const std::string kept = simplified(lines, "float_controls round_to_zero_32\n");
    CHECK(kept.find("fmul") != kept.rfind("fmul"));
}

TEST_CASE("rules reach through blocks, but not through phis") {
    const std::string text = after(algebraic, kInputs + R"(        %4:1 = flt %1.x, %2.x
        %5:32x4 = ineg %1
        if %4 {
        b1:
            %6:32x4 = ineg %5
            store_output %6, %0 {base=1, write_mask=xyzw}
        } else {
        b2:
        }
        b3:
        %7:32x4 = phi b1: %5, b2: %2
        %9:32x4 = ineg %7
)" + kStore);
    CHECK(text.find("store_output %1, %0 {base=1") != std::string::npos);
    CHECK(text.find("= ineg") != std::string::npos);
    CHECK(text.find("phi") < text.rfind("= ineg"));
}

TEST_CASE("late rules take the forms that machines have") {
    CHECK(middle(algebraic_late, R"(        %4:32x4 = fneg %2
        %9:32x4 = exact fadd %1, %4.wzyx
)") == R"(
        %4:32x4 = exact fsub %1, %2.wzyx
)");
}

TEST_CASE("several operations become one where a machine has it") {
    CHECK(middle(fuse_opcodes, R"(        %4:32x4 = iand %1, %2
        %5:32x4 = inot %1
        %6:32x4 = iand %5, %3
        %9:32x4 = ior %4, %6
)") == R"(
        %4:32x4 = bitfield_select %1, %2, %3
)");
    CHECK(middle(fuse_opcodes, R"(        %4:32x4 = imul %1, %2
        %9:32x4 = iadd %3.wzyx, %4.xxyy
)") == R"(
        %4:32x4 = imad %1.xxyy, %2.xxyy, %3.wzyx
)");
}

TEST_CASE("what else is read is not fused away") {
    CHECK(middle(fuse_opcodes, R"(        %4:32x4 = imul %1, %2
        %9:32x4 = iadd %3, %4
)",
                 "", "        store_output %4, %0 {base=8, write_mask=xyzw}\n")
              .find("imad") == std::string::npos);
}

TEST_CASE("vectors that are made of scalars are computed by component") {
    CHECK(middle(split_vectors, R"(        %4:32x2 = vec2 %1.x, %2.y
        %5:32x2 = vec2 %3.z, %3.w
        %6:32x2 = fadd %4, %5
        %9:32x4 = vec4 %6.x, %6.y, %6.y, %6.x
)") == R"(
        %4:32 = fadd %1.x, %3.z
        %5:32 = fadd %2.y, %3.w
        %6:32x2 = vec2 %4, %5
        %7:32x4 = vec4 %6.x, %6.y, %6.y, %6.x
)");
    CHECK(middle(split_vectors, R"(        %4:32x4 = vec4 %1.x, %2.y, %1.z, %2.w
        %5:32x4 = fadd %4, %4
        %9:32x4 = fneg %4
)") == R"(
        %4:32x4 = vec4 %1.x, %2.y, %1.z, %2.w
        %5:32x4 = fadd %4, %4
        %6:32x4 = fneg %4
)");
}
