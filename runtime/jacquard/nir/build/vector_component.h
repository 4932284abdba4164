#pragma once

#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/ir/instruction.h>

namespace jacquard::nir {

// The dereference of a component of a vector that an instruction accesses; null for others.
[[nodiscard]] inline DerefInstruction* accessed_component(const IntrinsicInstruction& access) {
    DerefInstruction* deref = deref_of(access.first_source[0]);
    DerefInstruction* parent =
        deref != nullptr && deref->deref == DerefKind::array ? deref->parent_deref() : nullptr;
    return parent != nullptr && parent->type->is_vector_or_scalar() ? deref : nullptr;
}

// Returns true if a value chooses the component, or a constant that lies past its vector.
[[nodiscard]] inline bool is_chosen_or_past_end(const DerefInstruction& component) {
    const auto index = constant_components(*component.index.ssa);
    return index.empty() || index[0].u64 >= component.parent_deref()->type->num_components;
}

// Returns true if the component has an address that is as good as that of its vector.
[[nodiscard]] inline bool is_component_in_memory(const DerefInstruction& component) {
    constexpr VariableMode kMemory = VariableMode::mem_ubo | VariableMode::mem_ssbo |
                                     VariableMode::mem_push_const | VariableMode::mem_shared |
                                     VariableMode::mem_global;
    return component.is_in(kMemory);
}

} // namespace jacquard::nir
