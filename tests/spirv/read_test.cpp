#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/translate/translate.h>

#include "assembler.h"
#include "catch.h"

#include <algorithm>
#include <array>
#include <utility>

using namespace jacquard;
using namespace jacquard::spirv;

namespace {

constexpr std::string_view kBody = R"(
%main = OpFunction %void None %nothing
%begin = OpLabel
%x = OpLoad %int %in
OpStore %out %x
OpReturn
OpFunctionEnd
)";

std::string good_module() {
    return assemble(fragment_module("%in %out", kBody));
}

std::string faults_of(const std::string& bytes) {
    Diagnostics diagnostics("bad.spv", {});
    CHECK_FALSE(read_module(bytes, diagnostics).has_value());
    return diagnostics.render();
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

void check_fault(std::string_view from, std::string_view to, std::string_view message) {
    const std::string text = replaced(fragment_module("%in %out", kBody), from, to);
    const std::string told = faults_of(assemble(text));
    INFO(told);
    CHECK(told.find(message) != std::string::npos);
}

} // namespace

TEST_CASE("a module reads the same in either byte order", "[spirv]") {
    const std::string little = good_module();
    std::string big = little;
    for (std::size_t i = 0; i < big.size(); i += 4) {
        std::reverse(big.begin() + static_cast<std::ptrdiff_t>(i),
                     big.begin() + static_cast<std::ptrdiff_t>(i + 4));
    }
    Diagnostics diagnostics;
    const auto a = read_module(little, diagnostics);
    const auto b = read_module(big, diagnostics);
    REQUIRE((a.has_value() && b.has_value()));
    CHECK(print(*a) == print(*b));
    CHECK(a->instructions.size() == 35);
}

TEST_CASE("what is no module is told so", "[spirv]") {
    CHECK(faults_of("").find("the magic number is missing") != std::string::npos);
    CHECK(faults_of("shader").find("the magic number is missing") != std::string::npos);
    CHECK(faults_of(good_module().substr(0, 12)).find("12 bytes are not a complete module") !=
          std::string::npos);
    std::string bound = good_module();
    bound.replace(12, 4, "\xff\xff\xff\x7f");
    CHECK(faults_of(bound).find("word 3: the bound of ids is 2147483647") != std::string::npos);
}

TEST_CASE("a module that ends anywhere is told so and read nowhere beyond", "[spirv]") {
    const std::string whole = good_module();
    for (std::size_t size = 20; size < whole.size(); size += 4) {
        CHECK_FALSE(faults_of(whole.substr(0, size)).empty());
    }
}

TEST_CASE("faults name the word, the instruction as text and what is wrong", "[spirv]") {
    check_fault("OpStore %out %x", "OpStore %out %nowhere", "nothing defines %");
    check_fault("%x = OpLoad %int %in", "%x = OpLoad %int %in\n%x = OpLoad %int %in",
                "is defined at word");
    check_fault("OpStore %out %x", "%y = OpLoad %in %in", "is not a type: %");
    check_fault("OpReturn\n", "", "the block before it does not end");
    check_fault("OpReturn\n", "OpReturn\nOpStore %out %x\n", "it stands outside of blocks");
    check_fault("OpFunctionEnd\n", "", "the function does not end");
    check_fault("%x = OpLoad", "%z = OpTypeInt 32 1\n%x = OpLoad", "it stands within a function");
}

TEST_CASE("decorations of what was removed are harmless in kernels alone", "[spirv]") {
    const std::string text = replaced(fragment_module("%in %out", kBody), "OpDecorate",
                                      "OpDecorate %gone SaturatedConversion\nOpDecorate");
    CHECK(faults_of(assemble(text)).find("S106") != std::string::npos);
    Diagnostics diagnostics;
    CHECK(read_module(
        assemble(replaced(text, "OpCapability Shader", "OpCapability Shader\nOpCapability Kernel")),
        diagnostics));
}

TEST_CASE("one run tells all faults, with the line of the source", "[spirv]") {
    std::string text = fragment_module("%in %out", kBody);
    text = replaced(text, "%x = OpLoad", "OpLine %file 12 3\nOpStore %a %b\n%x = OpLoad");
    text = replaced(text, "OpExecutionMode", "%file = OpString \"shader.frag\"\nOpExecutionMode");
    const std::string told = faults_of(assemble(text));
    INFO(told);
    CHECK(std::count(told.begin(), told.end(), '\n') >= 4);
    CHECK(told.find("it comes from shader.frag:12:3") != std::string::npos);
}

TEST_CASE("a number that no table knows makes a module newer, and not malformed", "[spirv]") {
    const auto told_of = [](std::string bytes, std::string_view from, std::size_t offset,
                            std::string_view number) {
        const auto at = bytes.find(from);
        REQUIRE(at != std::string::npos);
        bytes.replace(at + offset, number.size(), number);
        Diagnostics diagnostics("new.spv", {});
        CHECK_FALSE(read_module(bytes, diagnostics).has_value());
        CHECK(driver::status_of(diagnostics) == driver::CompileStatus::refused);
        Diagnostics of_compiler("new.spv", {});
        const driver::SpirvProgram made =
            driver::compile_spirv(bytes, {}, {.gpu = 730}, of_compiler);
        CHECK(made.compiled.status == driver::CompileStatus::refused);
        CHECK(of_compiler.render() == diagnostics.render());
        return diagnostics.render();
    };
    const std::string bytes =
        assemble(replaced(fragment_module("%in %out", kBody), "OpMemoryModel",
                          "OpExtension \"SPV_KHR_multiview\"\nOpExtension \"SPV_XYZ_tomorrow\"\n"
                          "OpMemoryModel"));
    // OpReturn becomes an instruction of the future.
    const std::string told = told_of(bytes, std::string_view("\xfd\x00\x01\x00", 4), 0, "\xe8\xfd");
    INFO(told);
    CHECK(told.find("error[S103]") != std::string::npos);
    CHECK(told.find("no instruction has the number 65000") != std::string::npos);
    CHECK(told.find("the module declares what the tables do not know: SPV_XYZ_tomorrow") !=
          std::string::npos);
    // So does the capability Shader.
    const std::string of_capability = told_of(
        good_module(), std::string_view("\x11\x00\x02\x00\x01\x00\x00\x00", 8), 4, "\xe9\xfd");
    INFO(of_capability);
    CHECK(of_capability.find("no capability has the number 65001") != std::string::npos);
}

TEST_CASE("a fault beside a number that no table knows is one", "[spirv]") {
    Diagnostics diagnostics("bad.spv", {});
    const std::string text = replaced(fragment_module("%in %out", kBody), "OpStore %out %x",
                                      "OpStore %out %nowhere\n%y = OpExtInst %int %glsl 9999");
    CHECK_FALSE(read_module(assemble(replaced(text, "OpMemoryModel",
                                              "%glsl = OpExtInstImport \"GLSL.std.450\"\n"
                                              "OpMemoryModel")),
                            diagnostics)
                    .has_value());
    INFO(diagnostics.render());
    CHECK(driver::status_of(diagnostics) == driver::CompileStatus::malformed);
    CHECK(diagnostics.render().find("the set GLSL.std.450 has no instruction 9999") !=
          std::string::npos);
}

TEST_CASE("what debuggers read may come from a set that is newer", "[spirv]") {
    const auto is_read = [](std::string_view set, std::string_view instruction) {
        const std::string text =
            replaced(replaced(fragment_module("%in %out", kBody), "OpMemoryModel",
                              "%set = OpExtInstImport \"" + std::string(set) + "\"\nOpMemoryModel"),
                     "OpReturn\n", std::string(instruction) + "\nOpReturn\n");
        Diagnostics diagnostics("debug.spv", {});
        const auto module = read_module(assemble(text), diagnostics);
        INFO(set << '\n' << diagnostics.render());
        CHECK(module.has_value());
        return module &&
               translate_to_nir(*module, {}, diagnostics).status == TranslateStatus::translated;
    };
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kRead = {{
        {"NonSemantic.Shader.DebugInfo.100", "DebugInfoNone"},
        {"NonSemantic.Shader.DebugInfo.101", "DebugInfoNone"},
        {"NonSemantic.Shader.DebugInfo.101", "900 %x"},
        {"NonSemantic.ClspvReflection.5", "900 %x"},
        {"NonSemantic.Tomorrow", "1 %x"},
        {"OpenCL.DebugInfo.100", "DebugInfoNone"},
    }};
    for (const auto& [set, instruction] : kRead) {
        CHECK(is_read(set, "%d = OpExtInst %void %set " + std::string(instruction)));
    }
    CHECK_FALSE(is_read("Tomorrow", "%d = OpExtInst %int %set 1 %x"));
}

TEST_CASE("an instruction of another length than its operands is a fault", "[spirv]") {
    std::string bytes = good_module();
    // OpMemoryModel of three words becomes one of two; the word that is left is no instruction.
    const auto at = bytes.find(std::string("\x0e\x00\x03\x00", 4));
    REQUIRE(at != std::string::npos);
    bytes[at + 2] = 2;
    CHECK(faults_of(bytes).find("OpUndef of 0 words, where ") != std::string::npos);
}

TEST_CASE("the text of a module is that of the standard disassembler", "[spirv]") {
    Diagnostics diagnostics;
    const auto module = read_module(good_module(), diagnostics);
    REQUIRE(module.has_value());
    const std::string text = print(*module);
    CHECK(text.starts_with("; SPIR-V\n; Version: 1.3\n; Generator: Khronos; 0\n; Bound: "));
    CHECK(text.find("               OpMemoryModel Logical GLSL450\n") != std::string::npos);
    CHECK(text.find("      %float = OpTypeFloat 32\n") != std::string::npos);
    CHECK(text.find("    %float_3 = OpConstant %float 3\n") != std::string::npos);
    CHECK(text.find("%_ptr_Function_int = OpTypePointer Function %int\n") != std::string::npos);
}
