#include <jacquard/generated/passes/fuse_multiply_add.h>
#include <jacquard/passes/rewrite/rewrite_group.h>

namespace jacquard::nir {

bool fuse_multiply_add(Shader& shader) {
    return rewrite_group(shader, rule_group(RuleGroupId::fuse_multiply_add));
}

} // namespace jacquard::nir
