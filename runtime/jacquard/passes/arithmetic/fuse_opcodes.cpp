#include <jacquard/generated/passes/fuse_opcodes.h>
#include <jacquard/passes/rewrite/rewrite_group.h>

namespace jacquard::nir {

bool fuse_opcodes(Shader& shader) {
    return rewrite_group(shader, rule_group(RuleGroupId::fuse_opcodes));
}

} // namespace jacquard::nir
