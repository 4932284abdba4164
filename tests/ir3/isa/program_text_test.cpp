#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/describe/find_programs.h>
#include <jacquard/ir3/isa/listing/listing.h>

#include "catch.h"

#include <vector>

using namespace jacquard::ir3;

namespace {

std::uint64_t word(const Instruction& instruction) {
    const EncodeResult result = encode(instruction, Revision::a6xx);
    REQUIRE(result);
    return result.word;
}

std::uint64_t simple(Opcode opcode) {
    Instruction instruction;
    instruction.opcode = opcode;
    return word(instruction);
}

std::uint64_t jump(Opcode opcode, int distance) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.target = distance;
    if (opcode == Opcode::br)
        instruction.src0 = Operand::predicate(0, true);
    return word(instruction);
}

} // namespace

TEST_CASE("branch targets inside a program become labels") {
    const std::vector<std::uint64_t> words = {simple(Opcode::nop), jump(Opcode::br, 2),
                                              jump(Opcode::jump, -2), simple(Opcode::end)};
    CHECK(disassemble_program(words, Revision::a6xx) == "l0: nop\n"
                                                        "br !p0.x, #l1\n"
                                                        "jump #l0\n"
                                                        "l1: end\n");
}

TEST_CASE("targets outside a program stay distances") {
    const std::vector<std::uint64_t> words = {jump(Opcode::jump, -1), jump(Opcode::jump, 5),
                                              jump(Opcode::jump, 0)};
    CHECK(disassemble_program(words, Revision::a6xx) == "jump #-1\njump #5\njump #0\n");
}

TEST_CASE("one line stands for each word, also where it is no instruction") {
    const std::vector<std::uint64_t> words = {simple(Opcode::nop), ~std::uint64_t{0}};
    CHECK(disassemble_program(words, Revision::a6xx) == "nop\n.word 0xffffffffffffffff\n");
    CHECK(disassemble_program({}, Revision::a6xx).empty());
}

TEST_CASE("bits without a meaning are marked, and the assembler reads the mark") {
    // A nop counts its repetitions in bits 42:40; bits 31:0 mean nothing.
    const std::uint64_t nop = simple(Opcode::nop);
    const std::vector<std::uint64_t> words = {nop | 0x1600, nop | 0x80000001, simple(Opcode::end)};
    const std::string text = disassemble_program(words, Revision::a6xx);
    CHECK(text == "nop ; bits without meaning: 12=1, 10:9=0x3\n"
                  "nop ; bits without meaning: 31=1, 0=1\n"
                  "end\n");
    jacquard::Diagnostics diagnostics("text", text);
    CHECK(assemble_program(text, Revision::a6xx, diagnostics) == words);
}

TEST_CASE("every word that has an instruction comes back from its line") {
    for (unsigned r = 0; r < kNumRevisions; ++r) {
        const auto revision = static_cast<Revision>(r);
        std::uint64_t state = 1;
        for (int i = 0; i < 4000; ++i) {
            state = state * 6364136223846793005 + 1442695040888963407;
            const std::uint64_t word = state ^ state >> 29;
            const std::string line = marked_text(word, revision);
            INFO(line);
            CHECK(assemble(line, revision).word == word);
        }
    }
}

TEST_CASE("a mark that is none, and bits that have a meaning, are faults with a place") {
    const auto fault = [](std::string_view line) { return assemble(line, Revision::a6xx); };
    const AssemblyResult letters = fault("nop ; bits without meaning: 12=x");
    CHECK(letters.error == AssemblyError::syntax);
    CHECK(letters.offset == 31);
    CHECK(letters.message == "expected bits and their value, such as 12:9=0x3 or 63=1");
    CHECK(fault("nop ; bits without meaning: 64=1").offset == 28);
    CHECK(fault("nop ; bits without meaning: 3:4=1").error == AssemblyError::syntax);
    CHECK(fault("nop ; bits without meaning: 1:0=0x4").error == AssemblyError::syntax);
    const AssemblyResult opcode = fault("nop ; bits without meaning: 63=1");
    CHECK(opcode.error == AssemblyError::encoding);
    CHECK(opcode.offset == 6);
    CHECK(fault("nop ; any other comment: 12=1").word == simple(Opcode::nop));
}

TEST_CASE("a listing has addresses and words on demand, and is assembled all the same") {
    const std::vector<std::uint64_t> words = {simple(Opcode::nop) | 1, jump(Opcode::jump, -1),
                                              simple(Opcode::end)};
    ListingOptions options;
    options.addresses = true;
    options.address = 0x10;
    CHECK(program_listing(words, Revision::a6xx, options) ==
          "l0: nop" + std::string(41, ' ') + "; 0010 ; bits without meaning: 0=1\n" + "jump #l0" +
              std::string(40, ' ') + "; 0018\n" + "end" + std::string(45, ' ') + "; 0020\n");
    options.words = true;
    const std::string text = program_listing(words, Revision::a6xx, options);
    CHECK(text.find("; 0010 00000000_00000001 ; bits without meaning: 0=1\n") != std::string::npos);
    jacquard::Diagnostics diagnostics("text", text);
    CHECK(assemble_program(text, Revision::a6xx, diagnostics) == words);
}

TEST_CASE("programs are found among other words, each up to the end that no branch leads beyond") {
    Instruction add;
    add.opcode = Opcode::add_f;
    add.dst = Operand::gpr(0);
    add.src0 = Operand::gpr(1);
    add.src1 = Operand::gpr(2);
    const std::uint64_t sum = word(add);
    const std::uint64_t none = ~std::uint64_t{0};
    const std::uint64_t end = simple(Opcode::end);
    const std::vector<std::uint64_t> words = {none, 0,    sum, jump(Opcode::br, 2),
                                              end,  sum,  end, 0,
                                              0,    none,      // one with two ends
                                              end,  sum,  end, // too little
                                              sum,  sum,  end, none};
    const std::vector<FoundProgram> found = find_programs(words, Revision::a6xx);
    REQUIRE(found.size() == 2);
    CHECK(found[0].first == 2);
    CHECK(found[0].count == 5);
    CHECK(found[1].first == 13);
    CHECK(found[1].count == 3);
    CHECK(find_programs({}, Revision::a6xx).empty());
}
