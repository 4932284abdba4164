#pragma once

#include <jacquard/nir/ir/shader.h>

#include <type_traits>

// A pass as what it does to one function, or to one instruction.
namespace jacquard::nir {

// Runs Work(function, arguments...).run() on every function; whether one of them changed anything.
template <typename Work, typename... Arguments>
bool change_functions(Shader& shader, const Arguments&... arguments) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= Work(function, arguments...).run();
    }
    return changed;
}

// Calls change(T&) for every instruction that is a T (Instruction: for all), in order; whether one
// call was true. It may remove the instruction; what it makes is not visited where it stands in
// front.
template <typename T, typename Change>
bool change_instructions(Function& function, const Change& change) {
    bool changed = false;
    for (Block& block : function.blocks()) {
        for (Instruction& instruction : block.instructions()) {
            if constexpr (std::is_same_v<T, Instruction>) {
                changed |= change(instruction);
            } else if (T* found = instruction.as<T>()) {
                changed |= change(*found);
            }
        }
    }
    return changed;
}
template <typename T, typename Change>
bool change_instructions(Shader& shader, const Change& change) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= change_instructions<T>(function, change);
    }
    return changed;
}

} // namespace jacquard::nir
