#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/handlers/memory_cursor.h>
#include <jacquard/nir/interpreter/prepare/prepare.h>

#include <algorithm>
#include <optional>

// Accesses to places that constants tell: most of those that a shader makes.
namespace jacquard::nir::interpreter {

namespace {

bool is_constant(const IntrinsicInstruction& intrinsic, std::int8_t source) {
    return source < 0 || !constant_components(*source_at(intrinsic, source).ssa).empty();
}

std::uint64_t constant_at(const IntrinsicInstruction& intrinsic, std::int8_t source) {
    const SsaDef& value = *source_at(intrinsic, source).ssa;
    return constant_components(value)[0].u64 & mask_of_bits(value.bit_size);
}

// Returns the action of an access whose place follows from its offset and its resource alone.
std::optional<FixedAction> action_of(const IntrinsicInstruction& intrinsic,
                                     const MemoryAccess& access) {
    const MemorySpaceInfo& info = access.info();
    if (info.addressing == Addressing::slot) {
        return access.is_load()    ? std::optional(FixedAction::load_rows)
               : access.is_store() ? std::optional(FixedAction::store_rows)
                                   : std::nullopt;
    }
    const bool loads_words =
        access.is_load() && info.shared_by != SharedBy::invocation && access.address_source < 0 &&
        access.bound_source < 0 &&
        AccessLayout(access, intrinsic, FixedAccess::kWordBytes).component_bytes ==
            FixedAccess::kWordBytes;
    return loads_words ? std::optional(FixedAction::load_words) : std::nullopt;
}

// Whether an input is read where the invocation is, if it is interpolated.
bool is_read_in_place(const IntrinsicInstruction& intrinsic, const MemoryAccess& access) {
    if (access.barycentric_source < 0) {
        return true;
    }
    const Instruction* at = source_at(intrinsic, access.barycentric_source).ssa->instruction;
    const auto* weights = at != nullptr ? at->as<IntrinsicInstruction>() : nullptr;
    return weights != nullptr && (weights->op == barycentric_at(BarycentricPlace::pixel) ||
                                  weights->op == barycentric_at(BarycentricPlace::centroid) ||
                                  weights->op == barycentric_at(BarycentricPlace::sample));
}

// The row of the slots or the byte at which an access begins.
std::uint64_t first_of(const IntrinsicInstruction& intrinsic, const MemoryAccess& access) {
    if (access.info().addressing == Addressing::slot) {
        const auto slot = static_cast<std::int32_t>(constant_at(intrinsic, access.offset_source));
        return static_cast<std::uint64_t>(4 * (intrinsic.base() + slot) +
                                          static_cast<std::int64_t>(intrinsic.component()));
    }
    const AccessLayout layout(access, intrinsic, FixedAccess::kWordBytes);
    const auto start = static_cast<std::uint64_t>(layout.start);
    return access.offset_source < 0
               ? start
               : start + layout.bytes_of_offset(
                             constant_at(intrinsic, access.offset_source),
                             source_at(intrinsic, access.offset_source).ssa->bit_size);
}

} // namespace

std::uint32_t Preparer::number_of(const FixedMemory& memory) {
    const auto next = static_cast<std::uint32_t>(program_->fixed_memory.size());
    const auto [known, is_new] =
        fixed_memory_.try_emplace({memory.space, memory.number, memory.is_interpolated}, next);
    if (is_new) {
        program_->fixed_memory.push_back(memory);
    }
    return known->second;
}

bool Preparer::prepare_fixed_access(const IntrinsicInstruction& intrinsic) {
    const MemoryAccess* access = memory_access(intrinsic.op);
    const std::optional<FixedAction> action =
        access != nullptr ? action_of(intrinsic, *access) : std::nullopt;
    if (!action || !is_read_in_place(intrinsic, *access) ||
        !is_constant(intrinsic, access->offset_source) ||
        !is_constant(intrinsic, access->resource_source)) {
        return false;
    }
    const bool is_store = *action == FixedAction::store_rows;
    const SsaDef& value =
        is_store ? *source_at(intrinsic, access->value_source).ssa : intrinsic.value;
    if (value.bit_size != 32) {
        return false;
    }
    FixedAccess fixed;
    fixed.action = *action;
    const unsigned components = (1U << value.num_components) - 1;
    fixed.write_mask = static_cast<std::uint16_t>(
        is_store ? static_cast<unsigned>(intrinsic.write_mask()) & components : 0);
    const std::uint64_t number =
        access->resource_source < 0 ? 0 : constant_at(intrinsic, access->resource_source);
    fixed.memory = number_of({access->space, number, access->barycentric_source >= 0});
    fixed.first = first_of(intrinsic, *access);
    const std::uint64_t extent =
        value.num_components *
        (*action == FixedAction::load_words ? FixedAccess::kWordBytes : std::uint64_t{1});
    fixed.end = fixed.first + extent < extent ? ~std::uint64_t{0} : fixed.first + extent;
    if (!is_store) {
        FixedMemory& memory = program_->fixed_memory[fixed.memory];
        memory.loaded_end = std::max(memory.loaded_end, fixed.end);
    }
    fixed.place = place_of(value);
    fixed.general = handled_step(intrinsic, intrinsic_handler(intrinsic.op));
    add_to_batch(StepKind::fixed, program_->fixed_accesses.size());
    program_->fixed_accesses.push_back(fixed);
    return true;
}

} // namespace jacquard::nir::interpreter
