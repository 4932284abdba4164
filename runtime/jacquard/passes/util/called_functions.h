#pragma once

#include <jacquard/nir/ir/shader.h>

#include <unordered_set>
#include <vector>

namespace jacquard::nir {

// The entry and what it calls, by way of others too.
[[nodiscard]] inline std::unordered_set<const Function*> called_functions(const Function& entry) {
    std::unordered_set<const Function*> called = {&entry};
    std::vector<const Function*> pending = {&entry};
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
    return called;
}

} // namespace jacquard::nir
