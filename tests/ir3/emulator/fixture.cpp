#include "fixture.h"

#include <jacquard/ir3/check/check_program.h>

#include <algorithm>

namespace jacquard::ir3::testing {

Instruction make(Opcode opcode, Operand dst, Operand src0, Operand src1, Operand src2) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.dst = dst;
    instruction.src0 = src0;
    instruction.src1 = src1;
    instruction.src2 = src2;
    const bool has_width = src0.kind == OperandKind::table_immediate ? src1.half : src0.half;
    instruction.full = !has_width;
    return instruction;
}

Instruction move(DataType from, DataType to, Operand dst, Operand src) {
    Instruction instruction = make(from == to ? Opcode::mov : Opcode::cov, dst, src);
    instruction.full = true;
    instruction.src_type = from;
    instruction.dst_type = to;
    return instruction;
}

Instruction nop(unsigned slots) {
    Instruction instruction;
    instruction.repeat = static_cast<std::uint8_t>(slots - 1);
    return instruction;
}

Instruction with_ss(Instruction instruction) {
    instruction.sync_short = true;
    return instruction;
}

Instruction with_sy(Instruction instruction) {
    instruction.sync_long = true;
    return instruction;
}

Instruction with_jp(Instruction instruction) {
    instruction.jump_target = true;
    return instruction;
}

Instruction with_repeat(unsigned repeat, Instruction instruction) {
    instruction.repeat = static_cast<std::uint8_t>(repeat);
    return instruction;
}

Instruction branch(Operand predicate, std::int32_t target) {
    Instruction instruction = make(Opcode::br, {}, predicate);
    instruction.target = target;
    return instruction;
}

Instruction jump(std::int32_t target) {
    Instruction instruction = make(Opcode::jump);
    instruction.target = target;
    return instruction;
}

Instruction compare(Opcode opcode, Condition condition, Operand dst, Operand src0, Operand src1) {
    Instruction instruction = make(opcode, dst, src0, src1);
    instruction.condition = condition;
    return instruction;
}

Instruction sample(Opcode opcode, Operand dst, Operand src0, std::uint8_t write_mask) {
    Instruction instruction = make(opcode, dst, src0);
    instruction.type = DataType::f32;
    instruction.write_mask = write_mask;
    return instruction;
}

namespace {

// Prefetches of a test are in no header.
bool is_hazard(const Fault& fault) {
    return (fault.kind == FaultKind::delay_slots || fault.kind == FaultKind::missing_sync ||
            fault.kind == FaultKind::write_after_read || fault.kind == FaultKind::required_flag) &&
           fault.message.find("the texture prefetch") == std::string::npos;
}

// A fault that one run meets must also be found by the check of all paths.
void expect_found(const Fault& fault, const std::vector<std::uint64_t>& words, Revision revision) {
    Program program;
    program.gpu = first_part(revision);
    program.words = words;
    program.arrays = {{{0, false}, kSharedRegisterFirst}, {{0, true}, kSharedRegisterFirst}};
    CheckOptions check;
    check.header_is_known = false;
    const std::vector<Fault> found = check_program(program, revision, check);
    INFO(fault.message);
    CHECK(std::any_of(found.begin(), found.end(), [&](const Fault& other) {
        return other.kind == fault.kind && other.instruction == fault.instruction;
    }));
}

} // namespace

RunResult Quad::run(std::vector<Instruction> program) {
    program.push_back(end());
    std::vector<std::uint64_t> words;
    for (const Instruction& instruction : program) {
        const EncodeResult encoded = encode(instruction, revision);
        INFO(disassemble(instruction, revision) << ": " << encoded.message());
        REQUIRE(encoded);
        words.push_back(encoded.word);
    }
    Fault fault;
    const auto executable = Executable::prepare(words, revision, fault);
    INFO(fault.message);
    REQUIRE(executable);
    RunResult result = emulator.run(*executable, environment, options);
    if (is_hazard(result.fault)) {
        expect_found(result.fault, words, revision);
    }
    return result;
}

void Quad::set(Operand location, std::array<std::uint32_t, 4> lanes) {
    for (unsigned lane = 0; lane < 4; ++lane) {
        emulator.wave().write(location.number, location.half, lane, lanes[lane]);
    }
}

std::array<std::uint32_t, 4> Quad::get(Operand location) const {
    std::array<std::uint32_t, 4> lanes{};
    for (unsigned lane = 0; lane < 4; ++lane) {
        lanes[lane] = emulator.wave().read(location.number, location.half, lane);
    }
    return lanes;
}

} // namespace jacquard::ir3::testing
