#include <jacquard/generated/passes/lower_global_variables_to_local.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>

#include <algorithm>

namespace jacquard::nir {

bool lower_global_variables_to_local(Shader& shader) {
    const auto is_temporary = [](const Variable& variable) {
        return variable.mode == VariableMode::shader_temp;
    };
    if (shader.entry == nullptr ||
        std::none_of(shader.variables().begin(), shader.variables().end(), is_temporary)) {
        return false;
    }
    const VariableUses uses(shader, VariableMode::shader_temp);
    bool changed = false;
    for (Variable& variable : shader.variables()) {
        if (!is_temporary(variable) || uses.of(variable).function != shader.entry) {
            continue;
        }
        shader.globals.remove(&variable);
        variable.mode = VariableMode::function_temp;
        variable.function = shader.entry;
        shader.entry->locals.append(&variable);
        changed = true;
    }
    if (changed) {
        uses.places().update_modes();
    }
    return changed;
}

} // namespace jacquard::nir
