#include <jacquard/library/facade/compile_spirv.h>

#include "assembler.h"
#include "catch.h"

using namespace jacquard;
using namespace jacquard::driver;

namespace {

struct Refusal {
    CompileStatus status = CompileStatus::failed;
    std::string message;
    std::string place; // the note on the instruction
};

// Returns the compiler's refusal of a fragment shader with these limits.
Refusal refusal(const std::string& text, const Limits& limits) {
    const std::string bytes = spirv::assemble(text);
    Diagnostics diagnostics("shader.spv", bytes);
    const SpirvProgram program = compile_spirv(bytes, {}, {}, diagnostics, nullptr, limits);
    Refusal result;
    result.status = program.compiled.status;
    if (diagnostics.all().size() == 1) {
        const Diagnostic& only = diagnostics.all().front();
        result.message = only.code + ": " + only.message;
        result.place = only.notes.size() > 1 ? only.notes.back().message : "";
    }
    return result;
}

std::string shader(const std::string& blocks) {
    return spirv::fragment_module("%in %out", "%main = OpFunction %void None %nothing\n"
                                              "%begin = OpLabel\n" +
                                                  blocks + "OpReturn\nOpFunctionEnd\n");
}

// Ifs within each other, each of which adds 1 to the output.
std::string nested(unsigned depth) {
    std::string blocks = "%x = OpLoad %int %in\n%c = OpSGreaterThan %bool %x %i1\n";
    std::string ends;
    for (unsigned i = 0; i < depth; ++i) {
        const std::string number = std::to_string(i);
        blocks += "OpSelectionMerge %meet" + number + " None\nOpBranchConditional %c %yes" +
                  number + " %meet" + number + "\n%yes" + number + " = OpLabel\n";
        ends = "OpBranch %meet" + number + "\n%meet" + number + " = OpLabel\n" + ends;
    }
    return shader(blocks + "OpStore %out %x\n" + ends);
}

// An array of that many integers of the shader's own, and a second one.
std::string arrays(const std::string& length) {
    return spirv::fragment_module("%in %out", "%length = OpConstant %uint " + length + R"(
%array = OpTypeArray %int %length
%to_array = OpTypePointer Private %array
%first = OpVariable %to_array Private
%second = OpVariable %to_array Private
%main = OpFunction %void None %nothing
%begin = OpLabel
OpReturn
OpFunctionEnd
)");
}

std::string sums(unsigned count) {
    std::string blocks = "%s0 = OpLoad %int %in\n";
    for (unsigned i = 0; i < count; ++i) {
        blocks += "%s" + std::to_string(i + 1) + " = OpIMul %int %s" + std::to_string(i) + " %s" +
                  std::to_string(i / 2) + "\n";
    }
    return shader(blocks + "OpStore %out %s" + std::to_string(count) + "\n");
}

} // namespace

TEST_CASE("a module is let in up to each limit and refused beyond it", "[spirv]") {
    Limits limits;
    limits.nesting = 5;
    CHECK(refusal(nested(5), limits).status == CompileStatus::compiled);
    const Refusal deep = refusal(nested(6), limits);
    CHECK(deep.status == CompileStatus::too_large);
    CHECK(deep.message == "L103: control flow is nested more than 5 deep");
    CHECK(deep.place.find("OpBranchConditional") != std::string::npos);

    limits = {};
    limits.registers = 2000;
    CHECK(refusal(arrays("1000"), limits).status == CompileStatus::compiled);
    const Refusal wide = refusal(arrays("1001"), limits);
    CHECK(wide.status == CompileStatus::too_large);
    CHECK(wide.message == "L104: the shader declares registers of more than 2000 scalars");
    CHECK(wide.place.find("OpVariable") != std::string::npos);

    limits = {};
    limits.instructions = 100;
    CHECK(refusal(sums(10), limits).status == CompileStatus::compiled);
    const Refusal longer = refusal(sums(100), limits);
    CHECK(longer.status == CompileStatus::too_large);
    CHECK(longer.message == "L102: there are more than 100 instructions");
    CHECK(longer.place.rfind("word ", 0) == 0);

    limits = {};
    limits.input_bytes = 100;
    CHECK(refusal(sums(10), limits).message == "L101: the input has more than 100 bytes");
}

TEST_CASE("the memory of a module is counted in all its forms", "[spirv]") {
    Limits limits;
    CHECK(refusal(sums(1000), limits).status == CompileStatus::compiled);
    limits.memory = 60'000;
    const Refusal refused = refusal(sums(1000), limits);
    CHECK(refused.status == CompileStatus::too_large);
    CHECK(refused.message == "L105: this takes more than 60000 bytes of memory");
}

TEST_CASE("functions that are called too often to take the place of their calls are refused",
          "[spirv]") {
    // Each calls the next one twice.
    std::string module =
        spirv::fragment_module("%in %out", "%main = OpFunction %void None %nothing\n"
                                           "%begin = OpLabel\n"
                                           "%m = OpFunctionCall %void %call0\n"
                                           "OpReturn\nOpFunctionEnd\n");
    constexpr unsigned kFunctions = 40;
    for (unsigned i = 0; i < kFunctions; ++i) {
        const std::string number = std::to_string(i);
        module +=
            "%call" + number + " = OpFunction %void None %nothing\n%l" + number + " = OpLabel\n";
        if (i + 1 < kFunctions) {
            const std::string next = " = OpFunctionCall %void %call" + std::to_string(i + 1) + '\n';
            module += "%a" + number + next + "%b" + number + next;
        } else {
            module += "%x = OpLoad %int %in\n%y = OpIMul %int %x %x\nOpStore %out %y\n";
        }
        module += "OpReturn\nOpFunctionEnd\n";
    }
    const Refusal many = refusal(module, {});
    CHECK(many.status == CompileStatus::too_large);
    CHECK(many.message.starts_with("S204: the shader becomes too large"));
}
