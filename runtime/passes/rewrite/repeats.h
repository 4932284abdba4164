#pragma once

#include <jacquard/nir/rule_table.h>
#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Bit n of a set of kinds of repetition: RuleRepeat n.
constexpr unsigned repeat_bit(RuleRepeat repeat) {
    return 1U << static_cast<unsigned>(repeat);
}

// Of the wanted kinds of repetition those that an instruction, and the instructions that make what
// it reads, may have: tells most rules that want a value twice from the rest at a glance. A kind
// may be there that is none, but not the other way round; `none` is there where it is wanted.
[[nodiscard]] unsigned repeats_of(const AluInstruction& alu, unsigned wanted);

} // namespace jacquard::nir
