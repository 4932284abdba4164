#include <jacquard/generated/passes/algebraic_late.h>
#include <jacquard/passes/rewrite/rewrite_group.h>

namespace jacquard::nir {

bool algebraic_late(Shader& shader) {
    return rewrite_group(shader, rule_group(RuleGroupId::algebraic_late));
}

} // namespace jacquard::nir
