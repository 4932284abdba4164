#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/lower_variables_to_derefs.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

namespace jacquard::nir {
namespace {

bool lower(Shader& shader, IntrinsicInstruction& access) {
    const VariableAccess* named = variable_access(access.op);
    if (named == nullptr || !named->is_by_name()) {
        return false;
    }
    CoreBuilder b(shader, Cursor::before_instruction(&access));
    switch (named->action) {
    case VariableAction::load:
        access.value.rewrite_uses(b.load_deref(b.deref_var(access.variables()[0])));
        break;
    case VariableAction::store:
        b.store_deref(b.deref_var(access.variables()[0]),
                      access.first_source[named->value_source].ssa);
        break;
    case VariableAction::copy: {
        DerefInstruction* to = b.deref_var(access.variables()[0]);
        b.copy_deref(to, b.deref_var(access.variables()[1]));
        break;
    }
    default: return false;
    }
    access.remove();
    return true;
}

} // namespace

bool lower_variables_to_derefs(Shader& shader) {
    return change_instructions<IntrinsicInstruction>(
        shader, [&](IntrinsicInstruction& access) { return lower(shader, access); });
}

} // namespace jacquard::nir
