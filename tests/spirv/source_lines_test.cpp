#include <jacquard/driver/compile_spirv.h>
#include <jacquard/spirv/print.h>
#include <jacquard/spirv/read.h>
#include <jacquard/spirv/source_lines.h>

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
