#pragma once

#include <jacquard/generated/nir/rules.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/rewrite/rule_names.h>

#include <cstdint>

namespace jacquard::nir {

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
