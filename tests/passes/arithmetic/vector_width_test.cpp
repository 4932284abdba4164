#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/generated/passes/lower_alu_width.h>
#include <jacquard/generated/passes/vectorise_alu.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string vectorised(const std::string& body, const VectoriseAluOptions& options = {}) {
    return after([&options](Shader& shader) { vectorise_alu(shader, options); }, body);
}

} // namespace

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

TEST_CASE("a width beyond all that there are changes nothing") {
    const std::string body = R"(
    b0:
        %0:32x8 = undef
        %1:32x8 = fadd %0, %0
)";
    CHECK(after([](Shader& shader) { CHECK(!lower_alu_width(shader, {0xffffffffU})); }, body) ==
          body);
}
