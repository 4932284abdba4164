#include <jacquard/generated/ir3/modes.h>
#include <jacquard/generated/spirv/enums.h>
#include <jacquard/generated/tgsi/names.h>
#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/library/program/program_header.h>

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"
#include "spirv/assembler.h"

#include <set>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

// The directives that say modes, of a program that a shader becomes; faults where it becomes none.
std::string modes_of(const std::string& shader, const std::string& name) {
    const TemporaryFolder folder("modes");
    folder.write(name, shader);
    const Answer answer = run_tool({"compile", folder / name, "--gpu", "630"});
    std::string modes;
    for (std::size_t at = 0; at < answer.out.size();) {
        const std::size_t end = answer.out.find('\n', at) + 1;
        const std::string line = answer.out.substr(at, end - at);
        modes += line.starts_with("@mode") || line.starts_with("@feedback") ? line : "";
        at = end;
    }
    return answer.code == 0 ? modes : answer.err;
}

std::string vertex_module(std::string_view modes, std::string_view decorations) {
    return "OpCapability Shader\nOpCapability TransformFeedback\nOpMemoryModel Logical GLSL450\n"
           "OpEntryPoint Vertex %main \"main\" %in %out\n" +
           std::string(modes) + "OpDecorate %in Location 0\nOpDecorate %out Location 3\n" +
           std::string(decorations) +
           "%void = OpTypeVoid\n%nothing = OpTypeFunction %void\n%float = OpTypeFloat 32\n"
           "%v4 = OpTypeVector %float 4\n%to_in = OpTypePointer Input %v4\n"
           "%to_out = OpTypePointer Output %v4\n%in = OpVariable %to_in Input\n"
           "%out = OpVariable %to_out Output\n%main = OpFunction %void None %nothing\n"
           "%begin = OpLabel\n%x = OpLoad %v4 %in\nOpStore %out %x\nOpReturn\nOpFunctionEnd\n";
}

std::string fragment_module(std::string_view modes) {
    return "OpCapability Shader\nOpCapability SampleMaskPostDepthCoverage\n"
           "OpCapability FragmentShaderPixelInterlockEXT\nOpMemoryModel Logical GLSL450\n"
           "OpEntryPoint Fragment %main \"main\" %out\nOpExecutionMode %main OriginUpperLeft\n" +
           std::string(modes) +
           "OpDecorate %out Location 0\n%void = OpTypeVoid\n%nothing = OpTypeFunction %void\n"
           "%float = OpTypeFloat 32\n%to_out = OpTypePointer Output %float\n"
           "%one = OpConstant %float 1\n%out = OpVariable %to_out Output\n"
           "%main = OpFunction %void None %nothing\n%begin = OpLabel\nOpStore %out %one\n"
           "OpReturn\nOpFunctionEnd\n";
}

} // namespace

TEST_CASE("each property that a shader can have is somebody's") {
    std::size_t count = 0;
    for (unsigned i = 0; i < tgsi::kNumProperty; ++i, ++count) {
        const auto property = static_cast<tgsi::Property>(i);
        const ir3::PropertyInfo* info = ir3::find_property(tgsi::name_of(property));
        INFO(tgsi::name_of(property));
        REQUIRE(info != nullptr);
        CHECK((info->use == ir3::PropertyUse::refused) == !tgsi::is_supported(property));
    }
    CHECK(count > 25);
    std::size_t modes = 0;
    for (std::uint32_t number = 0; number < 8192; ++number) {
        const spirv::ModeFacts* facts = spirv::find_mode(number);
        if (facts == nullptr || facts->use != spirv::NameUse::property) {
            continue;
        }
        ++modes;
        INFO(facts->name);
        for (const std::string_view name : {facts->property, facts->tessellation_name}) {
            const ir3::PropertyInfo* info = name.empty() ? nullptr : ir3::find_property(name);
            REQUIRE((name.empty() || info != nullptr));
            // A value has a word wherever values have words.
            CHECK((info == nullptr || info->words.empty() || facts->value < 0 ||
                   static_cast<std::size_t>(facts->value) < info->words.size()));
        }
    }
    CHECK(modes > 30);
}

TEST_CASE("every value of every mode is written and read again, as directives and as JSON") {
    std::size_t count = 0;
    for (const ir3::PropertyInfo& info : ir3::property_infos()) {
        if (info.mode.empty()) {
            continue;
        }
        const std::size_t values = std::max<std::size_t>(info.words.size(), 3);
        for (std::uint32_t value = 0; value < values; ++value, ++count) {
            ir3::Program program;
            program.gpu = 630;
            program.modes.push_back({std::string(info.mode), value});
            program.feedback.push_back({"VARYING_SLOT_VAR2", 1, 2, 3, 16, 48, value});
            program.words.push_back(0x0300000000000000);
            const std::string text = assembly_text(program);
            INFO(text);
            Diagnostics of_text("a", text);
            const auto from_text = read_assembly(text, std::nullopt, of_text);
            REQUIRE(from_text.has_value());
            CHECK(from_text->modes == program.modes);
            CHECK(from_text->feedback == program.feedback);
            const std::string header = write_program_header(program);
            Diagnostics of_header("h", header);
            const auto from_header = read_program_header(header, of_header);
            INFO(header);
            REQUIRE(from_header.has_value());
            CHECK(from_header->modes == program.modes);
            CHECK(from_header->feedback == program.feedback);
        }
    }
    CHECK(count > 50);
}

TEST_CASE("a mode that is none says what is near") {
    const auto fault = [](const std::string& line) {
        return run_tool({"asm", "-"}, line + "\nend\n").err;
    };
    CHECK(contains(fault("@mode spaceing equal"),
                   "there is no mode 'spaceing', did you mean 'spacing'?"));
    CHECK(contains(fault("@mode winding cv"),
                   "the mode winding has no value 'cv', did you mean 'cw'?"));
    CHECK(contains(fault("@feedback VARYING_SLOT_VAR0 components xz buffer 0 offset 0 stride 4"),
                   "the components of an output follow each other"));
    Diagnostics diagnostics("h", "");
    CHECK_FALSE(
        read_program_header(R"({"stage": "VERT", "modes": {"winding": "cv"}})", diagnostics));
    CHECK(contains(diagnostics.render(), "\"winding\" has no such value"));
}

TEST_CASE("the header says what a driver must know of the whole shader") {
    CHECK(modes_of("FRAG\nPROPERTY FS_EARLY_DEPTH_STENCIL 1\nDCL OUT[0], POSITION\nIMM[0] FLT32 "
                   "{0.5, 0, 0, 0}\n0: MOV OUT[0].z, IMM[0].xxxx\n1: END\n",
                   "a.tgsi") == "@mode early_fragment_tests enabled\n");
    CHECK(
        modes_of(spirv::assemble(fragment_module("OpExecutionMode %main EarlyFragmentTests\n"
                                                 "OpExecutionMode %main PostDepthCoverage\n"
                                                 "OpExecutionMode %main PixelInterlockOrderedEXT\n"
                                                 "OpExecutionMode %main DepthGreater\n")),
                 "a.spv") == "@mode early_fragment_tests enabled\n"
                             "@mode post_depth_coverage enabled\n"
                             "@mode interlock pixel_ordered\n@mode depth_layout greater\n");
    CHECK(modes_of(spirv::assemble(
                       vertex_module("OpExecutionMode %main Xfb\n",
                                     "OpDecorate %out XfbBuffer 1\nOpDecorate %out XfbStride 32\n"
                                     "OpDecorate %out Offset 16\n")),
                   "a.spv") ==
          "@feedback VARYING_SLOT_VAR3 components xyzw buffer 1 offset 16 stride 32\n");
}

TEST_CASE("modes and properties that nothing obeys are refused by name") {
    CHECK(contains(modes_of(spirv::assemble(fragment_module(
                                "OpExecutionMode %main EarlyAndLateFragmentTestsAMD\n")),
                            "a.spv"),
                   "the execution mode EarlyAndLateFragmentTestsAMD is not supported"));
    const std::string shader = "VERT\nPROPERTY LEGACY_MATH_RULES 1\nDCL OUT[0], POSITION\n0: END\n";
    CHECK(contains(modes_of(shader, "a.tgsi"), "the property LEGACY_MATH_RULES is not supported"));
    std::string without = shader;
    without.replace(without.find("RULES 1"), 7, "RULES 0");
    CHECK(modes_of(without, "a.tgsi").empty());
}
