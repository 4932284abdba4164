#include <jacquard/ir3/isa/codec.h>
#include <jacquard/ir3/isa/disassemble.h>
#include <jacquard/ir3/revisions.h>

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
