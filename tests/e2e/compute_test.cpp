// The results of compute shaders, from GLSL: machine code and interpreter agree.

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/library/facade/compile_spirv.h>

#include "catch.h"
#include "compute_shader.h"

#include <bit>
#include <cmath>
#include <cstring>

using namespace jacquard;
using namespace compute_shader;

namespace {

constexpr unsigned kLanes = 64;

driver::RecordedCase case_of(std::vector<driver::Words> buffers) {
    driver::RecordedCase recorded;
    recorded.stage = "compute";
    recorded.local_size = {kLanes, 1, 1};
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        recorded.storage_buffers.emplace_back("0." + std::to_string(i), std::move(buffers[i]));
    }
    recorded.storage_buffers_after = recorded.storage_buffers;
    return recorded;
}

const std::string kHead = "#version 460\n"
                          "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
                          "layout(local_size_x = 64) in;\n";

} // namespace

TEST_CASE("compute: floats are taken apart into significand and exponent") {
    if (!has_glslang()) {
        return;
    }
    driver::Words words;
    for (unsigned i = 0; i < kLanes; ++i) {
        const float value = std::ldexp(i % 2 == 0 ? 1.0F + static_cast<float>(i) / 64 : -1.5F,
                                       static_cast<int>(i) * 4 - 126);
        words.push_back(std::bit_cast<std::uint32_t>(i == 7 ? 0.0F : value));
    }
    const std::string body = "layout(set = 0, binding = 0) buffer B { float b[]; };\n"
                             "void main() {\n  uint i = gl_LocalInvocationIndex;\n  int e;\n"
                             "  float s = frexp(b[i], e);\n  b[i] = s * 4096.0 + float(e);\n}\n";
    const auto after = check_engines_agree(kHead + body, case_of({words}), {630, 730});
    for (unsigned i = 0; i < kLanes; ++i) {
        int exponent = 0;
        const float significand = std::frexp(std::bit_cast<float>(words[i]), &exponent);
        CHECK(std::bit_cast<float>(after[0][i]) ==
              significand * 4096 + static_cast<float>(exponent));
    }
}

TEST_CASE("compute: an array of blocks has a descriptor for each") {
    if (!has_glslang()) {
        return;
    }
    const std::string module =
        module_of(kHead + "layout(set = 0, binding = 0) buffer B { uint o[]; } b[4];\n"
                          "void main() {\n  uint i = gl_GlobalInvocationID.x;\n"
                          "  b[gl_WorkGroupID.x].o[i] = b[1].o[i];\n}\n");
    Diagnostics diagnostics("shader.comp", {});
    driver::VariantKey key;
    key.gpu = 730;
    const driver::SpirvProgram program = driver::compile_spirv(module, {}, key, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program.compiled.status == driver::CompileStatus::compiled);
    const std::string code =
        ir3::disassemble_program(program.compiled.program.words, *ir3::revision_of_part(key.gpu));
    INFO(code);
    CHECK(code.find(".nonuniform.base0") != std::string::npos);
}

TEST_CASE("compute: the sign of integers of 64 bits") {
    if (!has_glslang()) {
        return;
    }
    driver::Words words(std::size_t{kLanes} * 2, 0);
    for (unsigned i = 0; i < kLanes; ++i) {
        words[i * 2] = i % 3 == 0 ? 0 : i;
        words[i * 2 + 1] = i % 4 == 0 ? 0 : i % 4 == 1 ? 1 : 0x80000000U >> (i % 2);
    }
    const std::string body = "layout(set = 0, binding = 0) buffer B { int64_t b[]; };\n"
                             "void main() {\n  uint i = gl_LocalInvocationIndex;\n"
                             "  b[i] = sign(b[i]);\n}\n";
    const auto after = check_engines_agree(kHead + body, case_of({words}), {630, 730});
    for (unsigned i = 0; i < kLanes; ++i) {
        std::int64_t value = 0;
        std::memcpy(&value, &words[i * 2], sizeof value);
        std::int64_t sign = 0;
        std::memcpy(&sign, &after[0][i * 2], sizeof sign);
        CHECK(sign == (value > 0 ? 1 : value < 0 ? -1 : 0));
    }
}
