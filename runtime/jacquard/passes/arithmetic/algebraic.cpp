#include <jacquard/generated/passes/algebraic.h>
#include <jacquard/passes/rewrite/rewrite_group.h>

namespace jacquard::nir {

bool algebraic(Shader& shader) {
    return rewrite_group(shader, rule_group(RuleGroupId::algebraic));
}

} // namespace jacquard::nir
