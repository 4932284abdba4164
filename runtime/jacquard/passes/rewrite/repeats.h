#pragma once

#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/nir/fold/rule_table.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/util/notes.h>

#include <cstdint>

namespace jacquard::nir {

namespace repetition {

[[nodiscard]] inline bool is_constant(const AluSource& source) {
    return source.ssa->instruction->kind == InstructionKind::constant;
}

// A mov may stand for any value, so it cannot be ruled out.
[[nodiscard]] inline bool is_mov(const Instruction& maker) {
    return maker.kind == InstructionKind::alu &&
           static_cast<const AluInstruction&>(maker).opcode == core::mov;
}

[[nodiscard]] inline std::uint64_t first_read(const AluSource& source) {
    return source.ssa->instruction->as<ConstantInstruction>()->values[source.swizzle[0]].u64;
}

// Returns true if two sources may be one value. Of what is read whole, or makes several components,
// not all need be alike.
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

// Returns true if two sources of an instruction may be one value (RuleRepeat::outer), at a glance:
// `makers` are the notes of those that make them, joined by `or`.
[[nodiscard]] inline bool may_read_twice(const AluInstruction& alu, std::uint32_t makers) {
    if ((makers & note::kIsCopy) != 0) {
        return true;
    }
    const bool reads_constant = (makers & note::kIsConstant) != 0;
    for (unsigned i = 1; i < alu.num_sources; ++i) {
        const AluSource& source = alu.first_source[i];
        for (unsigned j = 0; j < i; ++j) {
            const AluSource& other = alu.first_source[j];
            if (source.ssa == other.ssa || (reads_constant && repetition::is_constant(source) &&
                                            repetition::is_constant(other))) {
                return true;
            }
        }
    }
    return false;
}

// Returns which of the wanted kinds of repetition an instruction, and the instructions that make
// its sources, may have: this rules out most rules that read a value twice at little cost. The
// result may have a kind that does not occur, but never lacks one that does; `none` is kept if it
// is wanted.
[[nodiscard]] unsigned repeats_of(const AluInstruction& alu, unsigned wanted);

} // namespace jacquard::nir
