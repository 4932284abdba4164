#pragma once

#include <jacquard/generated/nir/rules.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/rewrite/rewrite_options.h>

namespace jacquard::nir {

// Applies the rules of a group until none applies.
//
// A bottom-up tree automaton gives each value a state that says which parts of patterns it may be;
// for an instruction with a state that comes into question the rules of its list are looked at, in
// the order of the tables. What a rule makes is examined before whatever reads it; where the use
// count of a value falls to one, those that patterns around it begin at are examined once more.
// Instructions that a rewrite leaves without a use go. Time is linear in the size of the shader and
// what is rewritten.
//
// Before: any valid shader. After: no rule of the group applies where control comes. True when
// something changed.
bool rewrite_group(Shader& shader, const RuleGroup& group, const RewriteOptions& options = {});

// Applies the group as a pass.
template <RuleGroupId Id>
bool rewrite_by(Shader& shader) {
    return rewrite_group(shader, rule_group(Id));
}

} // namespace jacquard::nir
