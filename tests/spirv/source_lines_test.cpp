#include <jacquard/driver/compile_spirv.h>
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
