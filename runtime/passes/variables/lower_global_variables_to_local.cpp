#include <jacquard/nir/analysis/variable_uses.h>
#include <jacquard/passes/lower_global_variables_to_local.h>

namespace jacquard::nir {

bool lower_global_variables_to_local(Shader& shader) {
    const VariableUses uses(shader);
    bool changed = false;
    for (Variable& variable : shader.variables()) {
        if (variable.mode != VariableMode::shader_temp || shader.entry == nullptr ||
            uses.of(variable).function != shader.entry) {
            continue;
        }
        shader.globals.remove(&variable);
        variable.mode = VariableMode::function_temp;
        variable.function = shader.entry;
        shader.entry->locals.append(&variable);
        changed = true;
    }
    if (changed) {
        update_deref_modes(shader);
    }
    return changed;
}

} // namespace jacquard::nir
