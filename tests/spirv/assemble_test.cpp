#include <jacquard/generated/spirv/names.h>
#include <jacquard/spirv/assembly/assemble.h>
#include <jacquard/spirv/assembly/assembly_number.h>
#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/read.h>

#include "catch.h"
#include "contains.h"

using namespace jacquard;
using namespace jacquard::spirv;

namespace {

std::string faults_of(std::string_view text) {
    Diagnostics diagnostics("bad.spvasm", text);
    CHECK_FALSE(assemble(text, diagnostics).has_value());
    return diagnostics.render();
}

std::string assembled(std::string_view text) {
    Diagnostics diagnostics("good.spvasm", text);
    const std::optional<std::string> bytes = assemble(text, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(bytes.has_value());
    return *bytes;
}

std::uint32_t word_of(const std::string& bytes, std::size_t index) {
    REQUIRE(bytes.size() >= 4 * index + 4);
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        word |= std::uint32_t{static_cast<unsigned char>(bytes[4 * index + i])} << (8 * i);
    }
    return word;
}

// The bits of a constant, by the words behind type and result.
std::uint64_t constant(std::string_view type, std::string_view number, std::size_t words = 1) {
    const std::string bytes = assembled("%t = OpType" + std::string(type) +
                                        "\n%c = OpConstant %t " + std::string(number) + '\n');
    const std::size_t last = bytes.size() / 4 - 1;
    return words == 1 ? word_of(bytes, last)
                      : std::uint64_t{word_of(bytes, last)} << 32 | word_of(bytes, last - 1);
}

} // namespace

TEST_CASE("assembly becomes the words that the specification gives", "[spirv]") {
    const std::string bytes = assembled("OpCapability Shader ; a comment\n"
                                        "%void = OpTypeVoid\n"
                                        "OpName %void \"a\\\"b\"\n");
    const std::vector<std::uint32_t> expected = {
        0x07230203, 0x00010000, 0, 2, 0, 0x00020011, 1, 0x00020013, 1, 0x00030005, 1, 0x00622261};
    REQUIRE(bytes.size() == 4 * expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(word_of(bytes, i) == expected[i]);
    }
}

TEST_CASE("the header's comments say version, generator, bound and schema", "[spirv]") {
    const std::string bytes = assembled("; SPIR-V\n; Version: 1.5\n"
                                        "; Generator: Khronos SPIR-V Tools Assembler; 3\n"
                                        "; Bound: 40\n; Schema: 2\n%7 = OpTypeVoid\n");
    CHECK(word_of(bytes, 1) == 0x00010500);
    CHECK(word_of(bytes, 2) == 0x00070003);
    CHECK(word_of(bytes, 3) == 40);
    CHECK(word_of(bytes, 4) == 2);
    CHECK(word_of(bytes, 6) == 7);
}

TEST_CASE("ids that are numbers keep them and names take the rest", "[spirv]") {
    const std::string bytes = assembled("%a = OpTypeVoid\n%1 = OpTypeBool\n%b = OpTypeSampler\n");
    CHECK(word_of(bytes, 6) == 2);
    CHECK(word_of(bytes, 8) == 1);
    CHECK(word_of(bytes, 10) == 3);
}

TEST_CASE("an instruction may reach over lines, and a line may hold several", "[spirv]") {
    CHECK(assembled("%t = OpTypeInt\n  32 0 %u\n = OpTypeVoid") ==
          assembled("%t = OpTypeInt 32 0\n%u = OpTypeVoid"));
}

TEST_CASE("other names of an instruction or value stand for the same", "[spirv]") {
    CHECK(assembled("OpCapability PhysicalStorageBufferAddressesEXT") ==
          assembled("OpCapability PhysicalStorageBufferAddresses"));
    CHECK(assembled("%v = OpTypeVoid OpDecorateStringGOOGLE %v UserSemantic \"x\"") ==
          assembled("%v = OpTypeVoid OpDecorateString %v UserSemantic \"x\""));
}

TEST_CASE("numbers fit their types and are extended as modules keep them", "[spirv]") {
    CHECK(constant("Int 32 1", "-1") == 0xffffffff);
    CHECK(constant("Int 32 1", "0xffffffff") == 0xffffffff);
    CHECK(constant("Int 16 1", "-2") == 0xfffffffe);
    CHECK(constant("Int 16 1", "0xfffe") == 0xfffffffe);
    CHECK(constant("Int 16 0", "65535") == 0xffff);
    CHECK(constant("Int 8 1", "-128") == 0xffffff80);
    CHECK(constant("Int 64 1", "-3", 2) == 0xfffffffffffffffd);
    CHECK(constant("Float 32", "0.1") == 0x3dcccccd);
    CHECK(constant("Float 32", "-0") == 0x80000000);
    CHECK(constant("Float 32", "1e-44") == 7);
    CHECK(constant("Float 32", "0x1p+128") == 0x7f800000);
    CHECK(constant("Float 32", "-0x1.8p+128") == 0xffc00000);
    CHECK(constant("Float 32", "0x1.fffffep-127") == 0x00800000); // rounds up to even
    CHECK(constant("Float 16", "1.5") == 0x3e00);
    CHECK(constant("Float 16", "0x1p-24") == 1);
    CHECK(constant("Float 16", "1.0004882812500000000001") == 0x3c01); // above a tie
    CHECK(constant("Float 16", "-1.00048828125") == 0xbc00);
    CHECK(constant("Float 16", "65519.9999999999") == 0x7bff);
    CHECK(constant("Float 16", "0x1p+16") == 0x7c00);
    CHECK(constant("Float 64", "0x1.8p+1", 2) == 0x4008000000000000);
}

TEST_CASE("a number that does not fit is told at its place", "[spirv]") {
    const std::string type = "%t = OpTypeInt 16 1\n%f = OpTypeFloat 16\n";
    CHECK(contains(faults_of(type + "%c = OpConstant %t 32768"),
                   "bad.spvasm:3:20: error[S303]: '32768': it does not fit into a signed integer "
                   "of 16 bits"));
    CHECK(contains(faults_of(type + "%c = OpConstant %t 1.5"), "it is no integer"));
    CHECK(contains(faults_of(type + "%c = OpConstant %f 65536"),
                   "it does not fit into a float of 16 bits"));
    CHECK(contains(faults_of(type + "%c = OpConstant %f 65520"),
                   "it does not fit into a float of 16 bits"));
    CHECK(contains(faults_of(type + "%c = OpConstant %f nan"), "it is no number"));
    CHECK(contains(faults_of("%c = OpConstant %u 5"), "is of no integer or float type"));
}

TEST_CASE("a fault names its place, what was expected and what was meant", "[spirv]") {
    CHECK(contains(faults_of("OpCapabilty Shader"),
                   "bad.spvasm:1:1: error[S301]: there is no instruction 'OpCapabilty'; did you "
                   "mean 'OpCapability'?"));
    CHECK(contains(faults_of("OpCapability Shadr"), "1:14: error[S302]: 'Shadr' is no capability"));
    CHECK(contains(faults_of("OpCapability Shadr"), "did you mean 'Shader'?"));
    CHECK(contains(faults_of("hello"), "1:1: error[S301]: 'hello' is no instruction"));
    CHECK(contains(faults_of("OpMemoryModel Logical"),
                   "ends before its operands do; expected a name: memory model"));
    CHECK(contains(faults_of("OpCapability Shader 5"), "1:21: error[S302]: '5' is more than"));
    CHECK(contains(faults_of("OpTypeVoid"), "has a result; expected '%name = '"));
    CHECK(contains(faults_of("%a = OpCapability Shader"), "has no result"));
    CHECK(contains(faults_of("%a = OpTypeVoid\n%a = OpTypeBool"),
                   "2:1: error[S304]: '%a' is defined in line 1 already"));
    CHECK(contains(faults_of("%vector = OpTypeFloat 32\n%b = OpTypeVector %vecotr 2"),
                   "2:19: error[S304]: nothing defines %vecotr"));
    CHECK(contains(faults_of("%vector = OpTypeFloat 32\n%b = OpTypeVector %vecotr 2"),
                   "did you mean '%vector'?"));
    CHECK(contains(faults_of("OpExtension \"no end"), "1:13: error[S303]"));
    CHECK(contains(faults_of("OpTypeVector 5"), "has a result"));
    CHECK(contains(faults_of("%a = OpTypeVector 5 2"), "'5' is not an id"));
    CHECK(contains(faults_of("%s = OpExtInstImport \"GLSL.std.450\"\n%v = OpTypeVoid\n"
                             "%x = OpExtInst %v %s FAsb %v"),
                   "the set \"GLSL.std.450\" has no instruction 'FAsb'"));
    CHECK(contains(faults_of("OpCapability !5"), "words as they are, such as '!5', are not"));
    CHECK(contains(faults_of("%v = OpTypeVoid %c = OpSpecConstantOp %v IAd %v %v"),
                   "there is no instruction 'IAd'"));
}

TEST_CASE("a text that ends anywhere is told so and read nowhere beyond", "[spirv]") {
    const std::string whole = "%a = OpTypeInt 32 0\n%b = OpString \"x\\\"\"\n%c = OpConstant %a 5";
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::string text = whole.substr(0, size);
        Diagnostics diagnostics("cut.spvasm", text);
        const std::optional<std::string> bytes = assemble(text, diagnostics);
        CHECK(bytes.has_value() != diagnostics.has_errors());
    }
}

TEST_CASE("limits on bytes and instructions hold for assembly", "[spirv]") {
    AssembleOptions options;
    options.limits.instructions = 1;
    Diagnostics diagnostics;
    CHECK_FALSE(assemble("%a = OpTypeVoid %b = OpTypeBool", diagnostics, options).has_value());
    CHECK(reported_limit(diagnostics).has_value());
    options.limits.input_bytes = 3;
    Diagnostics others;
    CHECK_FALSE(assemble("%a = OpTypeVoid", others, options).has_value());
    CHECK(reported_limit(others).has_value());
}

TEST_CASE("assembly is told from other texts by its first instruction", "[spirv]") {
    CHECK(is_assembly("; SPIR-V\n  OpCapability Shader"));
    CHECK(is_assembly("%1 = OpTypeVoid"));
    CHECK_FALSE(is_assembly("FRAG"));
    CHECK_FALSE(is_assembly("shader fragment"));
    CHECK_FALSE(is_assembly("mov.f32f32 r0.x, c0.x"));
    CHECK_FALSE(is_assembly("OpNothing"));
    CHECK_FALSE(is_assembly(""));
}

TEST_CASE("every name of the tables is found where it is looked for", "[spirv]") {
    // The search halves a sorted list.
    const auto is_sorted = [](std::span<const NamedNumber> names) {
        return std::is_sorted(
            names.begin(), names.end(),
            [](const NamedNumber& a, const NamedNumber& b) { return a.name < b.name; });
    };
    CHECK(instruction_names().size() > 700);
    CHECK(is_sorted(instruction_names()));
    CHECK(is_sorted(names_of(OperandKind::capability)));
    for (const NamedNumber& name : instruction_names()) {
        CHECK(find_instruction(name.number) != nullptr);
    }
}
