#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/ir/instruction.h>

namespace jacquard::nir {

// The access of an instruction to what a dereference names; null for one that accesses a variable
// by its name, or none.
[[nodiscard]] inline const VariableAccess* deref_access(const IntrinsicInstruction& intrinsic) {
    const VariableAccess* access = variable_access(intrinsic.op);
    return access != nullptr && !access->is_by_name() ? access : nullptr;
}
[[nodiscard]] inline const VariableAccess* deref_access(const Instruction& instruction) {
    const auto* intrinsic = instruction.as<IntrinsicInstruction>();
    return intrinsic != nullptr ? deref_access(*intrinsic) : nullptr;
}

// Returns true if an instruction does one thing to what a dereference names.
[[nodiscard]] inline bool accesses_deref(const IntrinsicInstruction& intrinsic,
                                         VariableAction action) {
    const VariableAccess* access = deref_access(intrinsic);
    return access != nullptr && access->action == action;
}

} // namespace jacquard::nir
