#pragma once

#include <jacquard/nir/builder.h>
#include <jacquard/passes/rewrite/rule_match.h>

#include <span>

namespace jacquard::nir {

inline constexpr unsigned kMaxRuleSteps = 48;

// Builds at the builder's cursor what a rule puts in the place of a match and returns its value,
// as wide and with as many components as the root of the match. `made` receives every ALU
// instruction and constant built, in order; *num_made says how many.
SsaDef* build_replacement(Builder& builder, const Rule& rule, const RuleMatch& match,
                          std::span<Instruction*> made, unsigned* num_made);

} // namespace jacquard::nir
