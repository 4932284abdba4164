#include <jacquard/generated/passes/split_variable_copies.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/passes/util/each.h>
#include <jacquard/passes/util/expand_copy.h>

namespace jacquard::nir {
namespace {

bool split_copy(Shader& shader, IntrinsicInstruction& copy) {
    DerefInstruction* to = deref_of(copy.first_source[0]);
    DerefInstruction* from = deref_of(copy.first_source[1]);
    if (to == nullptr || from == nullptr || !to->type->is_aggregate() ||
        to->type->contains_opaque || to->type->scalar_count > kMaxCopiedScalars) {
        return false;
    }
    CoreBuilder b(shader, Cursor::before_instruction(&copy));
    expand_copy(b, to, from, false, [&](DerefInstruction* part, DerefInstruction* source) {
        b.copy_deref(&part->value, &source->value)
            ->set_dst_access(copy.dst_access())
            ->set_src_access(copy.src_access());
    });
    copy.remove();
    return true;
}

} // namespace

bool split_variable_copies(Shader& shader) {
    if (!shader.may_have(IntrinsicOp::copy_deref)) {
        return false;
    }
    return change_instructions<IntrinsicInstruction>(shader, [&](IntrinsicInstruction& copy) {
        return accesses_deref(copy, VariableAction::copy) && split_copy(shader, copy);
    });
}

} // namespace jacquard::nir
