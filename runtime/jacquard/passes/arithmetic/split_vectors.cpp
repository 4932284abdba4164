#include <jacquard/generated/passes/split_vectors.h>
#include <jacquard/passes/rewrite/rewrite_group.h>

namespace jacquard::nir {

bool split_vectors(Shader& shader) {
    return rewrite_group(shader, rule_group(RuleGroupId::split_vectors));
}

} // namespace jacquard::nir
