#include <jacquard/generated/passes/split_uniform_products.h>
#include <jacquard/passes/rewrite/rewrite_group.h>

namespace jacquard::nir {

bool split_uniform_products(Shader& shader) {
    return rewrite_group(shader, rule_group(RuleGroupId::split_uniform_products));
}

} // namespace jacquard::nir
