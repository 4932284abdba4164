#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>

#include "catch.h"

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace jacquard::ir3::testing {

// Component `c` (0 … 3) of register or constant `n`.
constexpr std::uint16_t component(unsigned n, unsigned c) {
    return static_cast<std::uint16_t>(4 * n + c);
}

inline Operand r(unsigned n, unsigned c) {
    return Operand::gpr(component(n, c));
}
inline Operand hr(unsigned n, unsigned c) {
    return Operand::gpr(component(n, c), true);
}
inline Operand c(unsigned n, unsigned i) {
    return Operand::constant(component(n, i));
}
inline Operand repeated(Operand operand) {
    operand.repeat = true;
    return operand;
}
inline Operand negated(Operand operand) {
    operand.negate = true;
    return operand;
}
inline Operand absolute(Operand operand) {
    operand.absolute = true;
    return operand;
}

inline std::uint32_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

// An instruction of an opcode of category 0, 2, 3 or 4.
Instruction make(Opcode opcode, Operand dst = {}, Operand src0 = {}, Operand src1 = {},
                 Operand src2 = {});
Instruction move(DataType from, DataType to, Operand dst, Operand src);
inline Instruction move(Operand dst, Operand src) {
    return move(DataType::f32, DataType::f32, dst, src);
}
inline Instruction move_number(Operand dst, std::uint32_t value) {
    return move(DataType::u32, DataType::u32, dst,
                Operand::immediate(static_cast<std::int32_t>(value)));
}
Instruction nop(unsigned slots);
inline Instruction end() {
    return make(Opcode::end);
}
Instruction with_ss(Instruction instruction);
Instruction with_sy(Instruction instruction);
Instruction with_jp(Instruction instruction);
Instruction with_repeat(unsigned repeat, Instruction instruction);
Instruction branch(Operand predicate, std::int32_t target);
Instruction jump(std::int32_t target);
Instruction compare(Opcode opcode, Condition condition, Operand dst, Operand src0, Operand src1);
Instruction sample(Opcode opcode, Operand dst, Operand src0, std::uint8_t write_mask = 15);

// A quad that runs programs written as instructions. Every word goes through the encoder, and
// `end` is appended.
struct Quad {
    explicit Quad(Revision revision = Revision::a6xx)
        : revision(revision), emulator(4, revision), constants(64 * 4) {
        environment.constants = constants;
    }

    RunResult run(std::vector<Instruction> program);
    // The text of the fault, empty when there is none.
    std::string fault_of(std::vector<Instruction> program) {
        return run(std::move(program)).fault.message;
    }

    void set(Operand location, std::array<std::uint32_t, 4> lanes);
    void set(Operand location, std::uint32_t value) { set(location, {value, value, value, value}); }
    [[nodiscard]] std::array<std::uint32_t, 4> get(Operand location) const;
    [[nodiscard]] std::uint32_t first(Operand location) const { return get(location)[0]; }

    Revision revision;
    Emulator emulator;
    std::vector<std::uint32_t> constants;
    Environment environment;
    RunOptions options;
};

} // namespace jacquard::ir3::testing
