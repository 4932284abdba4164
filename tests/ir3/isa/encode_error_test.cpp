#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>

#include "catch.h"

using namespace jacquard::ir3;

namespace {

Instruction add() {
    Instruction instruction;
    instruction.opcode = Opcode::add_f;
    instruction.dst = Operand::gpr(4);
    instruction.src0 = Operand::gpr(8);
    instruction.src1 = Operand::constant(12);
    return instruction;
}

void check_fault(const Instruction& instruction, EncodeError error, const char* member,
                 Revision revision = Revision::a6xx) {
    const EncodeResult result = encode(instruction, revision);
    INFO(result.message());
    CHECK(result.error == error);
    CHECK(std::string(result.member) == member);
    CHECK_FALSE(result.message().empty());
}

} // namespace

TEST_CASE("a good instruction encodes without a message") {
    const EncodeResult result = encode(add(), Revision::a6xx);
    CHECK(result.message().empty());
    CHECK(disassemble(result.word, Revision::a6xx) == "add.f r1.x, r2.x, c3.x");
}

TEST_CASE("operands that do not fit are refused") {
    Instruction instruction = add();
    instruction.src0 = Operand{};
    check_fault(instruction, EncodeError::operand_kind, "src0");

    instruction = add();
    instruction.src2 = Operand::gpr(0);
    check_fault(instruction, EncodeError::operand_kind, "src2");

    instruction = add();
    instruction.src0 = Operand::gpr(256);
    check_fault(instruction, EncodeError::operand_number, "src0");

    instruction = add();
    instruction.src1 = Operand::constant(2048);
    check_fault(instruction, EncodeError::operand_number, "src1");

    instruction = add();
    instruction.src1 = Operand::immediate(1024);
    check_fault(instruction, EncodeError::operand_value, "src1");

    instruction = add();
    instruction.src1 = Operand::relative_constant(-513);
    check_fault(instruction, EncodeError::operand_value, "src1");

    instruction = add();
    instruction.src0.half = true;
    check_fault(instruction, EncodeError::operand_width, "src0");

    instruction = add();
    instruction.dst = Operand::constant(0);
    check_fault(instruction, EncodeError::operand_kind, "dst");
}

TEST_CASE("modifiers and flags without bits are refused") {
    Instruction instruction = add();
    instruction.src1.last = true;
    check_fault(instruction, EncodeError::operand_modifier, "src1");

    instruction = add();
    instruction.src0.repeat = true;
    check_fault(instruction, EncodeError::operand_modifier, "src0");

    instruction = add();
    instruction.nop_count = 4;
    check_fault(instruction, EncodeError::field_value, "nop_count");

    instruction = add();
    instruction.nop_count = 1;
    instruction.repeat = 1;
    check_fault(instruction, EncodeError::field_value, "nop_count");

    instruction = add();
    instruction.repeat = 4;
    check_fault(instruction, EncodeError::field_value, "repeat");

    instruction = Instruction{};
    instruction.opcode = Opcode::sam;
    instruction.dst = Operand::gpr(0, true);
    instruction.src0 = Operand::gpr(4);
    instruction.sync_short = true;
    check_fault(instruction, EncodeError::field_value, "sync_short");
}

TEST_CASE("an opcode that the revision does not have is refused") {
    Instruction instruction;
    instruction.opcode = Opcode::shps;
    CHECK(encode(instruction, Revision::a6xx));
    instruction.opcode = Opcode::getlast;
    check_fault(instruction, EncodeError::no_encoding, "opcode", Revision::a5xx);
    instruction.opcode = static_cast<Opcode>(9999);
    check_fault(instruction, EncodeError::no_encoding, "opcode");
}

TEST_CASE("a move whose word is another opcode's is refused") {
    Instruction instruction;
    instruction.opcode = Opcode::mov;
    instruction.src_type = DataType::f32;
    instruction.dst_type = DataType::u32;
    instruction.dst = Operand::gpr(0);
    instruction.src0 = Operand::gpr(1);
    check_fault(instruction, EncodeError::other_opcode, "opcode");
    instruction.opcode = Opcode::cov;
    CHECK(encode(instruction, Revision::a6xx));
}

TEST_CASE("whatever the members hold, encoding gives an answer") {
    Instruction instruction = add();
    instruction.type = static_cast<DataType>(200);
    instruction.condition = static_cast<Condition>(77);
    instruction.write_mask = 255;
    instruction.repeat = 255;
    instruction.src0.kind = static_cast<OperandKind>(99);
    for (unsigned opcode = 0; opcode < kNumOpcodes; ++opcode) {
        instruction.opcode = static_cast<Opcode>(opcode);
        const EncodeResult result = encode(instruction, Revision::a7xx);
        CHECK((result || !result.message().empty()));
        CHECK(disassemble(instruction, Revision::a7xx).size() < kMaximumTextLength);
    }
}
