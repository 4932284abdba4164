#include <jacquard/passes/rewrite/rewrite_group.h>
#include <jacquard/passes/simplify_truths.h>

namespace jacquard::nir {

bool simplify_truths(Shader& shader) {
    return rewrite_group(shader, rule_group(RuleGroupId::simplify_truths));
}

} // namespace jacquard::nir
