#pragma once

#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/generated/nir/rules.h>
#include <jacquard/nir/build/operand.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/util/ring_watch.h>

#include <array>
#include <cstdint>

namespace jacquard::nir {

// The values of a rule's names at one instruction of a shader. Name 0 is the instruction itself.
struct RuleMatch {
    std::array<Operand, kMaxRuleNames> names;
    std::uint32_t bound = 0;  // bit n: name n stands for something
    std::uint32_t shared = 0; // bit n: name n is read through a copy that others read as well
    bool exact = false;       // whether an instruction that was found is exact
    bool relaxed = false;     // whether all numbers of 32 bits that were found are relaxed
};

// Returns the original of copies, whatever their components: rules read through copies (`mov`). In
// a ring of copies, the result is one of them.
[[nodiscard]] inline const SsaDef& behind_movs(const SsaDef& value) {
    const SsaDef* original = &value;
    const auto* alu = original->instruction->as<AluInstruction>();
    RingWatch ring;
    while (alu != nullptr && alu->opcode == core::mov && !ring.closes_at(original)) {
        original = alu->first_source[0].ssa;
        alu = original->instruction->as<AluInstruction>();
    }
    return *original;
}

} // namespace jacquard::nir
