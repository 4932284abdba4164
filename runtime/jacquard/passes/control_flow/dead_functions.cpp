#include <jacquard/generated/passes/dead_functions.h>
#include <jacquard/passes/util/called_functions.h>

namespace jacquard::nir {

bool dead_functions(Shader& shader) {
    if (shader.entry == nullptr || shader.has_one_function()) {
        return false;
    }
    const auto called = called_functions(*shader.entry);
    bool changed = false;
    Function** link = &shader.first_function;
    shader.last_function = nullptr;
    while (Function* function = *link) {
        if (called.contains(function)) {
            shader.last_function = function;
            link = &function->next_function;
        } else {
            *link = function->next_function;
            changed = true;
        }
    }
    return changed;
}

} // namespace jacquard::nir
