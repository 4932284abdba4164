#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// Returns true if holds(instruction) is true of every instruction of a shader.
template <typename Predicate>
[[nodiscard]] bool every_instruction(const Shader& shader, Predicate&& holds) {
    for (const Function& function : shader.functions()) {
        for (const Block& block : function.blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                if (!holds(instruction)) {
                    return false;
                }
            }
        }
    }
    return true;
}

// The same of those of one kind.
template <typename Kind, typename Predicate>
[[nodiscard]] bool every(const Shader& shader, Predicate&& holds) {
    return every_instruction(shader, [&](const Instruction& instruction) {
        const auto* found = instruction.as<Kind>();
        return found == nullptr || holds(*found);
    });
}

} // namespace jacquard::nir
