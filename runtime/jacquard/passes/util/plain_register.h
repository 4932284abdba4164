#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/ir/instruction.h>

namespace jacquard::nir {

[[nodiscard]] inline bool is_register_declaration(const Instruction& instruction) {
    const auto* intrinsic = instruction.as<IntrinsicInstruction>();
    return intrinsic != nullptr && intrinsic->op == IntrinsicOp::decl_reg;
}

// Returns true if every use of a register is a plain load or store of all of it.
[[nodiscard]] bool is_plain_register(const IntrinsicInstruction& declaration);

} // namespace jacquard::nir
