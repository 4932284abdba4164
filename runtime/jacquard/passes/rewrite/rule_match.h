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

// Returns true if a rule applies to an instruction: its pattern, widths, conditions, exactness and
// what the shader wants preserved. Time is that of the rule, not the shader. Before:
// Instruction::index of the instruction and what it is computed of holds notes of the walk at hand
// (see notes.h), or 0.
[[nodiscard]] bool match_rule(const Rule& rule, const AluInstruction& root, FloatControls controls,
                              RuleMatch& match);

// The value of a constant computed by a rule, or whether a condition holds, at one component.
void gather_rule_operands(const RuleCondition& condition, const RuleMatch& match,
                          unsigned component, std::uint64_t* values);
[[nodiscard]] inline unsigned width_for(const RuleCondition& condition, const RuleMatch& match) {
    return condition.width_of == kNoRuleName ? 0U : match.names[condition.width_of].value->bit_size;
}
// Components over which the constants of a condition may differ.
[[nodiscard]] unsigned components_of(const RuleCondition& condition, const RuleMatch& match);

} // namespace jacquard::nir
