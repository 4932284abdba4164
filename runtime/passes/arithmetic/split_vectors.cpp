#include <jacquard/passes/rewrite/rewrite_group.h>
#include <jacquard/passes/split_vectors.h>

namespace jacquard::nir {

bool split_vectors(Shader& shader) {
    return rewrite_group(shader, rule_group(RuleGroupId::split_vectors));
}

} // namespace jacquard::nir
