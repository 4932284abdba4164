#pragma once

#include <jacquard/generated/ir3/registers.h>
#include <jacquard/support/api.h>

#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// The kinds of operands of machine instructions.
enum class OperandKind : std::uint8_t {
    none,              // The instruction has no such operand, or the word leaves it out.
    gpr,               // A register: number = 4 * register + component (a0.x 244, p0.x 248).
    constant,          // The constant file: number = 4 * vec4 + component.
    immediate,         // A number in the instruction: value holds its bits, sign-extended.
    table_immediate,   // A float from the hardware's table: value is the index.
    relative_gpr,      // r<a0.x + value>.
    relative_constant, // c<a0.x + value>.
};

inline constexpr unsigned kNumOperandKinds = 7;

// One operand of a decoded instruction; the same for destinations and sources.
struct Operand {
    OperandKind kind = OperandKind::none;
    bool half = false;        // 16 bits wide.
    bool negate = false;      // (neg); on bitwise opcodes and predicates: inverted.
    bool absolute = false;    // (abs)
    bool repeat = false;      // (r): steps one component with every repetition.
    bool last = false;        // (last): the register's value is dead after this read.
    std::uint16_t number = 0; // Register or constant number.
    std::int32_t value = 0;   // Immediate bits, table index or relative offset.

    static constexpr Operand gpr(std::uint16_t number, bool half = false) {
        Operand operand;
        operand.kind = OperandKind::gpr;
        operand.half = half;
        operand.number = number;
        return operand;
    }
    static constexpr Operand constant(std::uint16_t number, bool half = false) {
        Operand operand = gpr(number, half);
        operand.kind = OperandKind::constant;
        return operand;
    }
    static constexpr Operand immediate(std::int32_t value, bool half = false) {
        Operand operand;
        operand.kind = OperandKind::immediate;
        operand.half = half;
        operand.value = value;
        return operand;
    }
    static constexpr Operand table_immediate(std::int32_t index, bool half = false) {
        Operand operand = immediate(index, half);
        operand.kind = OperandKind::table_immediate;
        return operand;
    }
    static constexpr Operand relative_gpr(std::int32_t offset, bool half = false) {
        Operand operand = immediate(offset, half);
        operand.kind = OperandKind::relative_gpr;
        return operand;
    }
    static constexpr Operand relative_constant(std::int32_t offset, bool half = false) {
        Operand operand = immediate(offset, half);
        operand.kind = OperandKind::relative_constant;
        return operand;
    }
    static constexpr Operand predicate(unsigned component, bool invert = false) {
        Operand operand = gpr(static_cast<std::uint16_t>(kPredicateRegister + component));
        operand.negate = invert;
        return operand;
    }

    constexpr explicit operator bool() const { return kind != OperandKind::none; }
    constexpr bool is_relative() const {
        return kind == OperandKind::relative_gpr || kind == OperandKind::relative_constant;
    }
    constexpr bool is_shared() const {
        return kind == OperandKind::gpr && number >= kSharedRegisterFirst &&
               number < kSharedRegisterEnd;
    }
    // True for a0 and p0, which stand outside the register file and have no width.
    constexpr bool is_special() const {
        return kind == OperandKind::gpr && number >= kAddressRegister && number < kNoRegister;
    }

    friend constexpr bool operator==(const Operand&, const Operand&) = default;
};

// Kinds an opcode takes in a source, as a set of bits in OpcodeInfo.
enum SourceKind : std::uint8_t {
    source_gpr = 1,
    source_constant = 2,
    source_immediate = 4,
    source_relative = 8,
    source_shared = 16,
};

// The modifiers, (neg) and (abs), that a source of an opcode can have.
enum SourceModifier : std::uint8_t {
    modifier_none = 0,
    modifier_negate = 1,
    modifier_absolute = 2,
    modifier_invert = 4, // The negate bit inverts every bit instead.
};

} // namespace jacquard::ir3

JACQUARD_END_API
