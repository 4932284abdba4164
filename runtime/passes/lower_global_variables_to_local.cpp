#include <jacquard/nir/variable_uses.h>
#include <jacquard/passes/lower_global_variables_to_local.h>

namespace jacquard::nir {

bool lower_global_variables_to_local(Shader& shader) {
    const VariableUses uses(shader);
    std::vector<bool> is_moved(shader.num_variables());
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
        is_moved[variable.index] = true;
        changed = true;
    }
    if (!changed) {
        return false;
    }
    for (Block& block : shader.entry->blocks()) {
        for (Instruction& instruction : block.instructions()) {
            auto* deref = instruction.as<DerefInstruction>();
            if (deref == nullptr) {
                continue;
            }
            const DerefInstruction* parent = deref->parent_deref();
            if (deref->deref == DerefKind::var && is_moved[deref->variable->index]) {
                deref->modes = VariableMode::function_temp;
            } else if (parent != nullptr && parent->modes == VariableMode::function_temp) {
                deref->modes = VariableMode::function_temp;
            }
        }
    }
    return true;
}

} // namespace jacquard::nir
