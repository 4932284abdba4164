#include <jacquard/passes/lower_alu_width.h>
#include <jacquard/passes/lower_constants_to_scalar.h>
#include <jacquard/passes/lower_phis_to_scalar.h>
#include <jacquard/passes/vectorise_alu.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string vectorised(const std::string& body, const VectoriseAluOptions& options = {}) {
    return after([&options](Shader& shader) { vectorise_alu(shader, options); }, body);
}

} // namespace

TEST_CASE("arithmetic on long vectors is done in pieces") {
    CHECK(after([](Shader& shader) { lower_alu_width(shader, {2}); }, R"(
    b0:
        %0:32x3 = const 1.0, 2.0, 3.0
        %1:32x3 = exact fmul %0, %0.zyx
        %2:32 = fdot3 %1, %0
        %3:32 = fdot2 %1.xy, %0.yz
)") == R"(
    b0:
        %0:32x3 = const 1.0, 2.0, 3.0
        %1:32x2 = exact fmul %0.xy, %0.zy
        %2:32 = exact fmul %0.z, %0.x
        %3:32x3 = vec3 %1.x, %1.y, %2
        %4:32 = fmul %3.z, %0.z
        %5:32 = fmul %3.y, %0.y
        %6:32 = fadd %4, %5
        %7:32 = fmul %3.x, %0.x
        %8:32 = fadd %6, %7
        %9:32 = fdot2 %3.xy, %0.yz
)");
}

TEST_CASE("scalar chains on the same values become vector chains") {
    CHECK(vectorised(R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_input %0
        %2:32 = const 2.0
        %3:32 = const 3.0
        %4:32 = fmul %1.x, %2
        %5:32 = fmul %1.z, %3
        %6:32 = fadd %4, %1.y
        %7:32 = fadd %5, %1.w
        %8:32x2 = vec2 %6, %7
        store_output %8, %0 {write_mask=xy}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_input %0
        %2:32 = const 2.0
        %3:32 = const 3.0
        %4:32x2 = const 2.0, 3.0
        %5:32x2 = fmul %1.xz, %4
        %6:32x2 = fadd %5, %1.yw
        %7:32x2 = vec2 %6.x, %6.y
        store_output %7, %0 {write_mask=xy}
)");
}

TEST_CASE("what reads a joined value whole reads a copy of its part") {
    CHECK(vectorised(R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_input %0
        %2:32 = fneg %1.y
        store_output %2, %0 {write_mask=x}
        %3:32 = fneg %1.x
        store_output %3, %0 {write_mask=x}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_input %0
        %2:32x2 = fneg %1.yx
        %3:32 = mov %2.y
        %4:32 = mov %2.x
        store_output %4, %0 {write_mask=x}
        store_output %3, %0 {write_mask=x}
)");
}

TEST_CASE("a vector grows no longer than allowed") {
    VectoriseAluOptions options;
    options.max_components = 2;
    const std::string three = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_input %0
        %2:32 = fneg %1.x
        %3:32 = fneg %1.y
        %4:32 = fneg %1.z
        %5:32x3 = vec3 %2, %3, %4
)";
    CHECK(vectorised(three, options) == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_input %0
        %2:32x2 = fneg %1.xy
        %3:32 = fneg %1.z
        %4:32x3 = vec3 %2.x, %2.y, %3
)");
    options.max_components = 4;
    options.bit_size = 16;
    CHECK(vectorised(three, options) == three);
    options.bit_size = 0;
    options.components_of = [](const AluInstruction& alu, const void*) {
        return alu.opcode == Opcode::fneg ? 1U : 4U;
    };
    CHECK(vectorised(three, options) == three);
}

TEST_CASE("differing opcodes, exactness and fixed operands are not joined") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_input %0
        %2:32 = exact fadd %1.x, %1.y
        %3:32 = fadd %1.x, %1.z
        %4:32 = fmul %1.x, %1.z
        %5:32 = fdot2 %1.xy, %1.zw
        %6:32 = fdot2 %1.yx, %1.zw
)";
    CHECK(vectorised(body) == body);
}

TEST_CASE("phis of vectors become phis of scalars") {
    CHECK(after([](Shader& shader) { lower_phis_to_scalar(shader); }, R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:1 = const true
    if %1 {
        b1 from b0:
            %2:32x2 = fneg %0
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %3:32x2 = phi b1: %2, b2: %0
        %4:32x2 = fneg %3
)") == R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:1 = const true
    if %1 {
        b1 from b0:
            %2:32x2 = fneg %0
            %3:32 = mov %2.x
            %4:32 = mov %2.y
    } else {
        b2 from b0:
            %5:32 = mov %0.x
            %6:32 = mov %0.y
    }
    b3 from b1 b2:
        %7:32 = phi b1: %3, b2: %5
        %8:32 = phi b1: %4, b2: %6
        %9:32x2 = vec2 %7, %8
        %10:32x2 = fneg %9
)");
}

TEST_CASE("vectors of constants are made of scalar constants") {
    CHECK(after([](Shader& shader) { lower_constants_to_scalar(shader); }, R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:16x2 = undef
        %2:32 = const 5
        %3:32x2 = fneg %0
)") == R"(
    b0:
        %0:32 = const 1.0
        %1:32 = const 2.0
        %2:32x2 = vec2 %0, %1
        %3:16 = undef
        %4:16 = undef
        %5:16x2 = vec2 %3, %4
        %6:32 = const 5
        %7:32x2 = fneg %2
)");
}

TEST_CASE("exact sums of half floats are rounded once") {
    CHECK(after([](Shader& shader) { lower_alu_width(shader, {1}); }, R"(
    b0:
        %0:16x2 = const 2.0, 255.0
        %1:16 = exact fdot2 %0, %0
        %2:16 = fdot2 %0, %0
)") == R"(
    b0:
        %0:16x2 = const 2.0, 255.0
        %1:32 = exact f2f32 %0.y
        %2:32 = exact f2f32 %0.y
        %3:32 = exact fmul %1, %2
        %4:32 = exact f2f32 %0.x
        %5:32 = exact f2f32 %0.x
        %6:32 = exact fmul %4, %5
        %7:32 = exact fadd %3, %6
        %8:16 = exact f2f16 %7
        %9:16 = fmul %0.y, %0.y
        %10:16 = fmul %0.x, %0.x
        %11:16 = fadd %9, %10
)");
}

TEST_CASE("a width beyond all that there are changes nothing") {
    const std::string body = R"(
    b0:
        %0:32x8 = undef
        %1:32x8 = fadd %0, %0
)";
    CHECK(after([](Shader& shader) { CHECK(!lower_alu_width(shader, {0xffffffffU})); }, body) ==
          body);
}
