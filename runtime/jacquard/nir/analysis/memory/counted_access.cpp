#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/analysis/memory/counted_access.h>
#include <jacquard/nir/analysis/memory/deref_path.h>

#include <bit>
#include <cstdint>

namespace jacquard::nir {
namespace {

bool moves_data(VariableAction action) {
    switch (action) {
    case VariableAction::load:
    case VariableAction::store:
    case VariableAction::copy:
    case VariableAction::copy_bytes:
    case VariableAction::atomic: return true;
    default: return false;
    }
}

bool moves_data(ImageAction action) {
    return action == ImageAction::load || action == ImageAction::store ||
           action == ImageAction::atomic;
}

bool is_seen_by_others(const MemorySpaceInfo& space) {
    return space.is_changing() && space.shared_by != SharedBy::invocation;
}

// A dereference whose target is unknown may point anywhere.
bool may_be_seen_by_others(const DerefInstruction* deref) {
    if (deref == nullptr || deref->modes == VariableMode::nothing) {
        return true;
    }
    for (auto left = static_cast<std::uint32_t>(deref->modes); left != 0; left &= left - 1) {
        const auto mode = static_cast<VariableMode>(std::uint32_t{1} << std::countr_zero(left));
        const std::optional<MemorySpace> space = space_of_mode(mode);
        if (space && is_seen_by_others(memory_space_info(*space))) {
            return true;
        }
    }
    return false;
}

} // namespace

bool is_counted(const IntrinsicInstruction& intrinsic) {
    if (!counts(intrinsic.access() | intrinsic.dst_access() | intrinsic.src_access())) {
        return false;
    }
    if (const MemoryAccess* memory = memory_access(intrinsic.op)) {
        return memory->action != MemoryAction::size && memory->info().is_changing();
    }
    if (const VariableAccess* variable = variable_access(intrinsic.op)) {
        return moves_data(variable->action);
    }
    const ImageAccess* image = image_access(intrinsic.op);
    return image != nullptr && moves_data(image->action);
}

bool sees_other_invocations(const Instruction& instruction) {
    const auto* load = instruction.as<IntrinsicInstruction>();
    if (load == nullptr || !load->info().can_eliminate || load->info().can_reorder) {
        return false;
    }
    if ((load->access() & Access::can_reorder) != Access::nothing) {
        return false;
    }
    if (const MemoryAccess* memory = memory_access(load->op)) {
        return is_seen_by_others(memory->info());
    }
    if (const VariableAccess* variable = variable_access(load->op)) {
        return variable->is_load() && !variable->is_by_name() &&
               may_be_seen_by_others(deref_of(load->first_source[variable->deref_source]));
    }
    const ImageAccess* image = image_access(load->op);
    return image != nullptr && image->action == ImageAction::load;
}

} // namespace jacquard::nir
