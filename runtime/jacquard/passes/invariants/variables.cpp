#include <jacquard/generated/passes/invariant.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/nir/build/vector_component.h>
#include <jacquard/passes/invariants/every.h>
#include <jacquard/passes/util/expand_copy.h>

#include <algorithm>
#include <cstdint>

namespace jacquard::nir::holds {

namespace {

bool is_copy_by_name(const IntrinsicInstruction& intrinsic) {
    const VariableAccess* access = variable_access(intrinsic.op);
    return access != nullptr && access->is_by_name() && access->is_copy();
}

// Scalars that a copy of all that the path names copies; at the end of the numbers where there are
// too many.
std::uint64_t copied_scalars(DerefInstruction& leaf) {
    const DerefPath path(leaf);
    std::uint64_t count = leaf.type->scalar_count;
    for (const DerefInstruction* step : path.steps()) {
        if (step->deref == DerefKind::array_wildcard && count <= kMaxCopiedScalars) {
            count *= step->parent_deref()->type->num_elements();
        }
    }
    return count;
}

} // namespace

bool variables_by_dereference(const Shader& shader) {
    return every<IntrinsicInstruction>(shader, [](const IntrinsicInstruction& intrinsic) {
        const VariableAccess* access = variable_access(intrinsic.op);
        return access == nullptr || !access->is_by_name() ||
               !(access->is_load() || access->is_store() || access->is_copy());
    });
}

bool copies_of_vectors(const Shader& shader) {
    return every<IntrinsicInstruction>(shader, [](const IntrinsicInstruction& intrinsic) {
        if (!accesses_deref(intrinsic, VariableAction::copy)) {
            return !is_copy_by_name(intrinsic);
        }
        const DerefInstruction* to = deref_of(intrinsic.first_source[0]);
        const DerefInstruction* from = deref_of(intrinsic.first_source[1]);
        return to == nullptr || from == nullptr || !to->type->is_aggregate() ||
               to->type->contains_opaque || to->type->scalar_count > kMaxCopiedScalars;
    });
}

bool no_copies(const Shader& shader) {
    return every<IntrinsicInstruction>(shader, [](const IntrinsicInstruction& intrinsic) {
        if (!accesses_deref(intrinsic, VariableAction::copy)) {
            return !is_copy_by_name(intrinsic);
        }
        DerefInstruction* to = deref_of(intrinsic.first_source[0]);
        DerefInstruction* from = deref_of(intrinsic.first_source[1]);
        return to == nullptr || from == nullptr || to->type->contains_opaque ||
               std::max(copied_scalars(*to), copied_scalars(*from)) > kMaxCopiedScalars;
    });
}

bool whole_vectors(const Shader& shader) {
    return every<IntrinsicInstruction>(shader, [](const IntrinsicInstruction& intrinsic) {
        const bool is_load = accesses_deref(intrinsic, VariableAction::load);
        const DerefInstruction* component =
            is_load || accesses_deref(intrinsic, VariableAction::store)
                ? accessed_component(intrinsic)
                : nullptr;
        return component == nullptr || (is_chosen_or_past_end(*component) &&
                                        (!is_load || is_component_in_memory(*component)));
    });
}

bool locals_without_initialisers(const Shader& shader) {
    for (const Function& function : shader.functions()) {
        for (const Variable& variable : function.variables()) {
            if (!variable.initializer.empty()) {
                return false;
            }
        }
    }
    return true;
}

bool no_memcpy(const Shader& shader) {
    return every<IntrinsicInstruction>(shader, [](const IntrinsicInstruction& intrinsic) {
        return intrinsic.op != IntrinsicOp::memcpy_deref ||
               deref_of(intrinsic.first_source[0]) == nullptr ||
               deref_of(intrinsic.first_source[1]) == nullptr;
    });
}

} // namespace jacquard::nir::holds
