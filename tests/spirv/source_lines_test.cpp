#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/module/report.h>
#include <jacquard/spirv/module/source_lines.h>

#include "assembler.h"
#include "catch.h"

#include <algorithm>

using namespace jacquard;
using namespace jacquard::spirv;

namespace {

std::string module_with_lines() {
    return assemble(fragment_module("%in %out", R"(
%file = OpString "water.frag"
%included = OpString "noise.glsl"
%main = OpFunction %void None %nothing
%begin = OpLabel
OpLine %file 12 3
%x = OpLoad %int %in
OpLine %included 5 1
%y = OpIMul %int %x %x
OpNoLine
%z = OpIAdd %int %y %x
OpLine %file 14 1
%w = OpBitwiseXor %int %z %x
OpStore %out %w
OpReturn
OpFunctionEnd
)"));
}

// The same with its lines as non-semantic debug information.
std::string module_with_debug_lines() {
    std::string text = fragment_module("%in %out", R"(
%u1 = OpConstant %uint 1
%u3 = OpConstant %uint 3
%u5 = OpConstant %uint 5
%u12 = OpConstant %uint 12
%file = OpString "water.frag"
%included = OpString "noise.glsl"
%water = OpExtInst %void %debug DebugSource %file
%noise = OpExtInst %void %debug DebugSource %included
%main = OpFunction %void None %nothing
%begin = OpLabel
%line1 = OpExtInst %void %debug DebugLine %water %u12 %u12 %u3 %u5
%x = OpLoad %int %in
%line2 = OpExtInst %void %debug DebugLine %noise %u5 %u5 %u1 %u1
%y = OpIMul %int %x %x
%line3 = OpExtInst %void %debug DebugNoLine
%z = OpIAdd %int %y %x
%line4 = OpExtInst %void %debug DebugLine %file %main %u5 %u1 %u1
%w = OpBitwiseXor %int %z %x
OpStore %out %w
OpReturn
OpFunctionEnd
)");
    const std::string_view before = "%glsl =";
    text.insert(text.find(before), "OpExtension \"SPV_KHR_non_semantic_info\"\n"
                                   "%debug = OpExtInstImport "
                                   "\"NonSemantic.Shader.DebugInfo.100\"\n");
    return assemble(text);
}

} // namespace

TEST_CASE("source lines: what OpLine says holds until it is said anew or taken back") {
    Diagnostics diagnostics;
    const std::optional<Module> module = read_module(module_with_lines(), diagnostics);
    INFO(diagnostics.render());
    REQUIRE(module.has_value());
    const SourceLines lines = source_lines(*module);
    CHECK(lines.files == std::vector<std::string>{"water.frag", "noise.glsl"});
    for (std::size_t i = 0; i < module->instructions.size(); ++i) {
        switch (module->instructions[i].op()) {
        case Op::Load: CHECK(lines.of(i) == SourceLine{12, 0}); break;
        case Op::IMul: CHECK(lines.of(i) == SourceLine{5, 1}); break;
        case Op::IAdd: CHECK_FALSE(lines.of(i).exists()); break;
        case Op::Store:
        case Op::Return: CHECK(lines.of(i) == SourceLine{14, 0}); break;
        default: break;
        }
    }
}

TEST_CASE("source lines: DebugLine says it like OpLine, by constants") {
    Diagnostics diagnostics;
    const std::optional<Module> module = read_module(module_with_debug_lines(), diagnostics);
    INFO(diagnostics.render());
    REQUIRE(module.has_value());
    const SourceLines lines = source_lines(*module);
    // The last mark names a file that is no source, and a function where a number belongs.
    CHECK(lines.files == std::vector<std::string>{"water.frag", "noise.glsl", ""});
    for (std::size_t i = 0; i < module->instructions.size(); ++i) {
        switch (module->instructions[i].op()) {
        case Op::Load: CHECK(lines.of(i) == SourceLine{12, 0}); break;
        case Op::IMul:
            CHECK(lines.of(i) == SourceLine{5, 1});
            CHECK(source_place(*module, module->instructions[i]) == "noise.glsl:5:1");
            break;
        case Op::IAdd:
        case Op::Store: CHECK_FALSE(lines.of(i).exists()); break;
        default: break;
        }
    }
    const std::string text = print(*module);
    CHECK(text.find(" DebugLine %") != std::string::npos);
    const driver::SpirvProgram program =
        driver::compile_spirv(module_with_debug_lines(), {}, {630}, diagnostics);
    REQUIRE(program.compiled.status == driver::CompileStatus::compiled);
    const std::vector<SourceLine>& words = program.compiled.program.lines;
    CHECK(std::count(words.begin(), words.end(), SourceLine{5, 1}) > 0);
}

TEST_CASE("source lines: a module without any has none") {
    Diagnostics diagnostics;
    const std::optional<Module> module = read_module(assemble(fragment_module("", R"(
%main = OpFunction %void None %nothing
%begin = OpLabel
OpReturn
OpFunctionEnd
)")),
                                                     diagnostics);
    REQUIRE(module.has_value());
    CHECK(source_lines(*module).origins.empty());
    CHECK_FALSE(source_lines(*module).of(0).exists());
}

TEST_CASE("source lines: words of a compiled module know file and line") {
    Diagnostics diagnostics;
    const driver::SpirvProgram program =
        driver::compile_spirv(module_with_lines(), {}, {630}, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program.compiled.status == driver::CompileStatus::compiled);
    const ir3::Program& words = program.compiled.program;
    CHECK(words.source_files == std::vector<std::string>{"water.frag", "noise.glsl"});
    REQUIRE(words.lines.size() == words.words.size());
    CHECK(std::count(words.lines.begin(), words.lines.end(), SourceLine{5, 1}) > 0);
    CHECK(std::count(words.lines.begin(), words.lines.end(), SourceLine{14, 0}) > 0);
}

TEST_CASE("source lines: lines of a text know theirs, and a module without any has its own") {
    Diagnostics diagnostics;
    const std::optional<Module> module = read_module(module_with_lines(), diagnostics);
    REQUIRE(module.has_value());
    std::vector<SourceLine> origins;
    const std::string text = print(*module, origins);
    CHECK(text == print(*module));
    CHECK(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) == origins.size());
    const auto origin_of = [&](std::string_view part) {
        const std::size_t at = text.find(part);
        REQUIRE(at != std::string::npos);
        const auto end = text.begin() + static_cast<std::ptrdiff_t>(at);
        return origins[static_cast<std::size_t>(std::count(text.begin(), end, '\n'))];
    };
    CHECK(origin_of("OpLoad") == SourceLine{12, 0});
    CHECK(origin_of("OpIMul") == SourceLine{5, 1});
    CHECK_FALSE(origin_of("OpIAdd").exists());
}

TEST_CASE("source lines: an instruction stands in the line of the text where it begins") {
    std::string bytes = assemble(fragment_module("%in %out", R"(
%text = OpString "two@lines"
%main = OpFunction %void None %nothing
%begin = OpLabel
OpReturn
OpFunctionEnd
)"));
    bytes[bytes.find('@')] = '\n';
    Diagnostics diagnostics;
    const std::optional<Module> module = read_module(bytes, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(module.has_value());
    const std::string text = print(*module);
    const std::vector<SourceLine> lines = lines_of_text(*module);
    REQUIRE(lines.size() == module->instructions.size());
    std::size_t place = 0;
    for (std::uint32_t line = 1; line < lines.back().line; ++line) {
        place = text.find('\n', place) + 1;
    }
    CHECK(text.substr(place).find("OpFunctionEnd") < text.substr(place).find('\n'));
}
