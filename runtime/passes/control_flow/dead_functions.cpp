#include <jacquard/passes/dead_functions.h>

#include <unordered_set>
#include <vector>

namespace jacquard::nir {

bool dead_functions(Shader& shader) {
    if (shader.entry == nullptr) {
        return false;
    }
    std::unordered_set<const Function*> called = {shader.entry};
    std::vector<const Function*> pending = {shader.entry};
    while (!pending.empty()) {
        const Function* caller = pending.back();
        pending.pop_back();
        for (const Block& block : caller->blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                const auto* call = instruction.as<CallInstruction>();
                if (call != nullptr && called.insert(call->callee).second) {
                    pending.push_back(call->callee);
                }
            }
        }
    }
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
