// Lookups and half precision results of modules: machine code of every part gives the values worked
// out by hand, or the part refuses by name.

#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/runs/recorded/run_recorded.h>
#include <jacquard/runs/recorded/run_recorded_program.h>

#include "../spirv/assembler.h"
#include "catch.h"

#include <bit>

using namespace jacquard;

namespace {

driver::SpirvProgram compiled(const std::string& bytes, std::uint32_t gpu) {
    Diagnostics diagnostics("test.spv", {});
    driver::VariantKey key;
    key.gpu = gpu;
    key.check = true;
    driver::SpirvProgram program = driver::compile_spirv(bytes, {}, key, diagnostics);
    UNSCOPED_INFO(gpu << ' ' << diagnostics.render());
    return program;
}

std::uint32_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

// A texture of 8 by 8 texels whose only component is 10 times the row, and the column.
driver::RecordedCase case_of_gather() {
    driver::RecordedTexture texture;
    texture.dim = "2D";
    texture.size = {8, 8, 1};
    texture.layers = 1;
    texture.format = nir::TexelFormat::r32f;
    for (unsigned i = 0; i < 64; ++i) {
        texture.texels.push_back(bits(static_cast<float>(10 * (i / 8) + i % 8)));
    }
    driver::RecordedCase recorded;
    recorded.stage = "fragment";
    recorded.textures.emplace_back("0.0", texture);
    recorded.inputs.emplace_back("0", driver::LaneWordLists{{{0}, {0}, {0}, {0}}});
    recorded.outputs.emplace_back("0", driver::LaneWordLists{{{0}, {0}, {0}, {0}}});
    return recorded;
}

// Gathers at texel (3, 4) with four offsets, and writes the component of that number.
std::string gather_module(unsigned component) {
    return spirv::fragment_module("%in %out", R"(
OpDecorate %t DescriptorSet 0
OpDecorate %t Binding 0
%i2v = OpTypeVector %int 2
%n1 = OpConstant %int -1
%i4 = OpConstant %int 4
%u4 = OpConstant %uint 4
%four = OpTypeArray %i2v %u4
%o0 = OpConstantComposite %i2v %n1 %i2
%o1 = OpConstantComposite %i2v %i0 %i0
%o2 = OpConstantComposite %i2v %i3 %n1
%o3 = OpConstantComposite %i2v %i4 %i3
%offsets = OpConstantComposite %four %o0 %o1 %o2 %o3
%x = OpConstant %float 0.46875
%y = OpConstant %float 0.59375
%at = OpConstantComposite %v2 %x %y
%image = OpTypeImage %float 2D 0 0 0 1 Unknown
%sampled = OpTypeSampledImage %image
%to_sampled = OpTypePointer UniformConstant %sampled
%t = OpVariable %to_sampled UniformConstant
%main = OpFunction %void None %nothing
%begin = OpLabel
%s = OpLoad %sampled %t
%g = OpImageGather %v4 %s %at %i0 ConstOffsets %offsets
%f = OpCompositeExtract %float %g )" + std::to_string(component) +
                                                  R"(
%r = OpBitcast %int %f
OpStore %out %r
OpReturn
OpFunctionEnd
)");
}

constexpr std::uint32_t kParts[] = {330, 430, 540, 630, 730, 830};

// A shader that writes as many halves, derivatives of an input.
std::string half_module(unsigned components, const std::string& derivative) {
    const std::string count = std::to_string(components);
    const std::string type = components == 1 ? "%half" : components == 4 ? "%h4" : "%hv";
    std::string text = R"(
OpCapability Shader
OpCapability Float16
OpCapability DerivativeControl
OpCapability StorageInputOutput16
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %in %out
OpExecutionMode %main OriginUpperLeft
OpDecorate %in Location 0
OpDecorate %out Location 0
%void = OpTypeVoid
%nothing = OpTypeFunction %void
%float = OpTypeFloat 32
%half = OpTypeFloat 16
%v4 = OpTypeVector %float 4
%h4 = OpTypeVector %half 4
)";
    if (components == 2 || components == 3) {
        text += type + " = OpTypeVector %half " + count + '\n';
    }
    text += "%from_in = OpTypePointer Input %v4\n%to_out = OpTypePointer Output " + type +
            "\n%in = OpVariable %from_in Input\n%out = OpVariable %to_out Output\n"
            "%main = OpFunction %void None %nothing\n%begin = OpLabel\n%x = OpLoad %v4 %in\n"
            "%w = OpFConvert %h4 %x\n";
    text += components == 1 ? "%h = OpCompositeExtract %half %w 1\n"
                            : "%h = OpVectorShuffle " + type + " %w %w" +
                                  std::string(" 0 1 2 3").substr(0, 2 * components) + '\n';
    text += "%d = " + derivative + ' ' + type + " %h\n%r = OpFMul " + type +
            " %d %h\nOpStore %out %r\nOpReturn\nOpFunctionEnd\n";
    return text;
}

// A compute shader whose only statement is about a multisampled storage image.
std::string samples_module(const std::string& statement) {
    return R"(
OpCapability Shader
OpCapability StorageImageMultisample
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %m DescriptorSet 0
OpDecorate %m Binding 0
OpDecorate %o DescriptorSet 0
OpDecorate %o Binding 1
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
%void = OpTypeVoid
%nothing = OpTypeFunction %void
%uint = OpTypeInt 32 0
%block = OpTypeStruct %uint
%to_block = OpTypePointer StorageBuffer %block
%to_uint = OpTypePointer StorageBuffer %uint
%o = OpVariable %to_block StorageBuffer
%u0 = OpConstant %uint 0
%v2 = OpTypeVector %uint 2
%v4 = OpTypeVector %uint 4
%u1 = OpConstant %uint 1
%at = OpConstantComposite %v2 %u1 %u1
%texel = OpConstantComposite %v4 %u1 %u1 %u1 %u1
%image = OpTypeImage %uint 2D 0 0 1 2 R32ui
%to_image = OpTypePointer UniformConstant %image
%to_texel = OpTypePointer Image %uint
%m = OpVariable %to_image UniformConstant
%main = OpFunction %void None %nothing
%begin = OpLabel
%i = OpLoad %image %m
)" + statement +
           "\nOpReturn\nOpFunctionEnd\n";
}

} // namespace

TEST_CASE("textures: halves are written and differ by lane as halves, however many", "[e2e]") {
    for (unsigned components = 1; components <= 4; ++components) {
        for (const char* derivative :
             {"OpDPdx", "OpDPdy", "OpFwidth", "OpDPdxFine", "OpDPdyFine", "OpFwidthFine",
              "OpDPdxCoarse", "OpDPdyCoarse", "OpFwidthCoarse", "OpFNegate"}) {
            const std::string bytes = spirv::assemble(half_module(components, derivative));
            const bool is_fine = std::string_view(derivative).ends_with("Fine");
            for (const std::uint32_t gpu : kParts) {
                const driver::SpirvProgram program = compiled(bytes, gpu);
                INFO(derivative << ' ' << components);
                CHECK(program.compiled.status == (is_fine && gpu < 600
                                                      ? driver::CompileStatus::refused
                                                      : driver::CompileStatus::compiled));
            }
        }
    }
}

TEST_CASE("textures: samples of storage images are refused by name", "[e2e]") {
    for (const char* statement :
         {"%r = OpImageRead %v4 %i %at Sample %u1\n%x = OpCompositeExtract %uint %r 0\n"
          "%w = OpAccessChain %to_uint %o %u0\nOpStore %w %x",
          "OpImageWrite %i %at %texel Sample %u1",
          "%p = OpImageTexelPointer %to_texel %m %at %u1\n"
          "%s = OpAtomicIAdd %uint %p %u1 %u0 %u1"}) {
        const std::string bytes = spirv::assemble(samples_module(statement));
        for (const std::uint32_t gpu : {430U, 540U, 630U, 730U, 830U}) {
            const driver::SpirvProgram program = compiled(bytes, gpu);
            INFO(statement);
            CHECK(program.compiled.status == driver::CompileStatus::refused);
            CHECK(program.compiled.reason.find("storage images of several samples") !=
                  std::string::npos);
        }
    }
}

TEST_CASE("textures: a gather has each of its four offsets", "[e2e]") {
    // Texel (3, 4) moved by (-1, 2), (0, 0), (3, -1) and (4, 3).
    const float expected[] = {62, 43, 36, 77};
    for (unsigned component = 0; component < 4; ++component) {
        const std::string bytes = spirv::assemble(gather_module(component));
        const driver::RecordedCase recorded = case_of_gather();
        driver::RecordedResult result;
        std::string fault;
        Diagnostics diagnostics("test.spv", {});
        const driver::SpirvResult loaded = driver::load_spirv(bytes, {}, diagnostics);
        const auto interpreter = driver::RecordedRunner::prepare(loaded, fault);
        REQUIRE(interpreter != nullptr);
        REQUIRE(interpreter->run(recorded, result, fault));
        CHECK(result.outputs[0].second[0][0] == bits(expected[component]));
        for (const std::uint32_t gpu : kParts) {
            const driver::SpirvProgram program = compiled(bytes, gpu);
            REQUIRE(program.compiled.status == driver::CompileStatus::compiled);
            const auto runner = driver::RecordedProgramRunner::prepare(program.compiled.program,
                                                                       program.module, fault);
            REQUIRE(runner != nullptr);
            REQUIRE(runner->run(recorded, result, fault));
            INFO(gpu << ' ' << component);
            CHECK(result.outputs[0].second[0][0] == bits(expected[component]));
        }
    }
}
