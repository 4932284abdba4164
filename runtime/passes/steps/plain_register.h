#pragma once

#include <jacquard/nir/behaviour.h>
#include <jacquard/nir/instruction.h>

namespace jacquard::nir {

[[nodiscard]] inline bool is_register_declaration(const Instruction& instruction) {
    const auto* intrinsic = instruction.as<IntrinsicInstruction>();
    return intrinsic != nullptr && intrinsic->op == IntrinsicOp::decl_reg;
}

// Whether every use of a register is a plain load or store of all of it.
[[nodiscard]] bool is_plain_register(const IntrinsicInstruction& declaration);

} // namespace jacquard::nir
