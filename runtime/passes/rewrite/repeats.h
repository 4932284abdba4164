#pragma once

#include <jacquard/nir/core_opcodes.h>
#include <jacquard/nir/rule_table.h>
#include <jacquard/nir/shader.h>

#include <cstdint>

namespace jacquard::nir {

namespace repetition {

[[nodiscard]] inline bool is_constant(const AluSource& source) {
    return source.ssa->instruction->kind == InstructionKind::constant;
}

[[nodiscard]] inline const AluInstruction* maker_of(const AluSource& source) {
    return source.ssa->instruction->as<AluInstruction>();
}

// What is read through one may be anything.
[[nodiscard]] inline bool is_mov(const AluInstruction* alu) {
    return alu != nullptr && alu->opcode == core::mov;
}

[[nodiscard]] inline std::uint64_t first_read(const AluSource& source) {
    return source.ssa->instruction->as<ConstantInstruction>()->values[source.swizzle[0]].u64;
}

// Whether two sources may be one value. Of what is read whole, or makes several components, not all
// need be alike.
[[nodiscard]] inline bool may_be_equal(const AluSource& a, const AluSource& b, bool is_single) {
    if (a.ssa == b.ssa) {
        return !is_single || a.swizzle[0] == b.swizzle[0];
    }
    return is_constant(a) && is_constant(b) && (!is_single || first_read(a) == first_read(b));
}

[[nodiscard]] inline bool is_single(const AluInstruction& alu) {
    return alu.value.num_components == 1;
}

} // namespace repetition

// Bit n of a set of kinds of repetition: RuleRepeat n.
constexpr unsigned repeat_bit(RuleRepeat repeat) {
    return 1U << static_cast<unsigned>(repeat);
}

// Whether two sources of an instruction may be one value: RuleRepeat::outer.
[[nodiscard]] inline bool reads_twice(const AluInstruction& alu) {
    const AluSource* sources = alu.first_source;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        if (repetition::is_mov(repetition::maker_of(sources[i]))) {
            return true;
        }
        for (unsigned j = 0; j < i; ++j) {
            if (repetition::may_be_equal(sources[i], sources[j], repetition::is_single(alu))) {
                return true;
            }
        }
    }
    return false;
}

// Of the wanted kinds of repetition those that an instruction, and the instructions that make what
// it reads, may have: tells most rules that want a value twice from the rest at a glance. A kind
// may be there that is none, but not the other way round; `none` is there where it is wanted.
[[nodiscard]] unsigned repeats_of(const AluInstruction& alu, unsigned wanted);

} // namespace jacquard::nir
