#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/rewrite/rule_match.h>

#include <vector>

namespace jacquard::nir {

// Builds at the builder's cursor what a rule puts in the place of a match and returns its value,
// as wide and with as many components as the root of the match. Afterwards `made` has every ALU
// instruction and constant that was built, in order, and nothing else.
SsaDef* build_replacement(CoreBuilder& builder, const Rule& rule, const RuleMatch& match,
                          std::vector<Instruction*>& made);

} // namespace jacquard::nir
