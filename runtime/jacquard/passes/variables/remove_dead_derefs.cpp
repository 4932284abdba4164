#include <jacquard/generated/passes/remove_dead_derefs.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>

namespace jacquard::nir {

bool remove_dead_derefs(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= remove_unused_derefs(function);
    }
    return changed;
}

} // namespace jacquard::nir
