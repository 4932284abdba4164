#include <jacquard/generated/passes/simplify_truths.h>
#include <jacquard/passes/rewrite/rewrite_group.h>

namespace jacquard::nir {

bool simplify_truths(Shader& shader) {
    return rewrite_group(shader, rule_group(RuleGroupId::simplify_truths));
}

} // namespace jacquard::nir
