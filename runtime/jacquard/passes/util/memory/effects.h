#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// Returns true if an instruction does something beside computing its value, so that it stays when
// nobody reads that. A load that counts (is_counted()) does, too.
[[nodiscard]] bool has_effect(const Instruction& instruction);

// Returns true if nothing would change without an instruction.
[[nodiscard]] inline bool is_unused(const Instruction& instruction) {
    if (const auto* alu = instruction.as<AluInstruction>()) {
        return !alu->value.has_uses();
    }
    const SsaDef* value = instruction.def();
    return (value == nullptr || !value->has_uses()) && !has_effect(instruction);
}

} // namespace jacquard::nir
