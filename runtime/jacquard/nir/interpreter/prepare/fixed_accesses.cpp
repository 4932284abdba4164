#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/handlers/memory_cursor.h>
#include <jacquard/nir/interpreter/prepare/prepare.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

// Accesses to places that constants tell: most of those that a shader makes.
namespace jacquard::nir::interpreter {

namespace {

constexpr unsigned kWordBytes = 4;
using Words = std::array<std::uint32_t, kLaneGroup>;

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
        AccessLayout(access, intrinsic, kWordBytes).component_bytes == kWordBytes;
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
    const AccessLayout layout(access, intrinsic, kWordBytes);
    const auto start = static_cast<std::uint64_t>(layout.start);
    return access.offset_source < 0
               ? start
               : start + layout.bytes_of_offset(
                             constant_at(intrinsic, access.offset_source),
                             source_at(intrinsic, access.offset_source).ssa->bit_size);
}

// Rows of slots have as many words as there are lanes.
void copy_row(std::byte* to, const std::byte* from, std::size_t bytes) {
    std::size_t i = 0;
    for (; i + sizeof(Words) <= bytes; i += sizeof(Words)) {
        std::memcpy(to + i, from + i, sizeof(Words));
    }
    for (; i < bytes; i += kWordBytes) {
        std::memcpy(to + i, from + i, kWordBytes);
    }
}

// Whole groups.
void splat_word(std::byte* to, const std::byte* from, std::size_t bytes) {
    std::uint32_t word = 0;
    std::memcpy(&word, from, kWordBytes);
    Words group;
    group.fill(word);
    std::size_t i = 0;
    do {
        std::memcpy(to + i, group.data(), sizeof group);
        i += sizeof group;
    } while (i != bytes);
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
        value.num_components * (*action == FixedAction::load_words ? kWordBytes : std::uint64_t{1});
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

void Wave::prepare_loads() {
    if (lanes != kLaneGroup) {
        return;
    }
    ready_runs_.reserve(program->fixed_accesses.size() + 1);
    for (const FixedAccess& access : program->fixed_accesses) {
        ready_runs_.push_back({static_cast<std::uint32_t>(ready_loads_.size()), 0});
        if (access.action == FixedAction::store_rows) {
            continue;
        }
        const bool is_row = access.action == FixedAction::load_rows;
        const std::size_t bytes = is_row ? sizeof(Words) : kWordBytes;
        std::byte* row = at(access.place.offset);
        std::uint64_t offset = access.first * (is_row ? sizeof(Words) : std::size_t{1});
        for (unsigned c = 0; c < access.place.num_components; ++c) {
            ready_loads_.push_back({row, offset, access.memory, is_row});
            row += sizeof(Words);
            offset += bytes;
        }
    }
    ready_runs_.push_back({static_cast<std::uint32_t>(ready_loads_.size()), 0});
    for (std::size_t i = program->fixed_accesses.size(); i-- != 0;) {
        const bool is_load = program->fixed_accesses[i].action != FixedAction::store_rows;
        ready_runs_[i].num_loads = is_load ? ready_runs_[i + 1].num_loads + 1 : 0;
    }
}

void Wave::look_up_fixed_memory() {
    has_all_loaded_ = !ready_runs_.empty();
    for (std::size_t i = 0; i < fixed_views_.size(); ++i) {
        const FixedMemory& fixed = program->fixed_memory[i];
        if (fixed.is_interpolated && !environment->inputs_are_interpolated) {
            fixed_views_[i] = {};
        } else if (memory_space_info(fixed.space).addressing == Addressing::slot) {
            const OutputWords words = given_slots(*environment, fixed.space, fixed.number);
            fixed_views_[i] = {std::as_writable_bytes(words).data(), words.size() / lanes};
        } else {
            const MemoryView bytes = bytes_of(fixed.space, fixed.number, 0);
            fixed_views_[i] = {const_cast<std::byte*>(bytes.first), bytes.size}; // only loaded
            if (is_weak(fixed.space)) {
                fixed_views_[i] = {}; // every access is the general one
            }
        }
        has_all_loaded_ = has_all_loaded_ && fixed.loaded_end <= fixed_views_[i].size;
    }
}

std::uint64_t Wave::load_ready(const FixedAccess* accesses, std::uint64_t count) {
    if (!has_all_loaded_ || active != all) {
        return 0;
    }
    const ReadyRun* const run = ready_runs_.data() + (accesses - program->fixed_accesses.data());
    const std::uint64_t num_loads = std::min<std::uint64_t>(count, run->num_loads);
    const FixedView* const views = fixed_views_.data();
    const ReadyLoad* const last = ready_loads_.data() + run[num_loads].first;
    for (const ReadyLoad* load = ready_loads_.data() + run->first; load != last; ++load) {
        const std::byte* const from = views[load->memory].first + load->offset;
        if (load->is_row) {
            std::memcpy(load->row, from, sizeof(Words));
        } else {
            splat_word(load->row, from, sizeof(Words));
        }
    }
    return num_loads;
}

// Members are copied, as what is written might else be them.
std::uint64_t Wave::access_fixed(const FixedAccess* accesses, std::uint64_t count) {
    const std::uint64_t num_ready = load_ready(accesses, count);
    if (num_ready == count) {
        return 0;
    }
    accesses += num_ready;
    count -= num_ready;
    const bool all_store = writing() == all;
    const std::size_t row_bytes = std::size_t{row_lanes} * kWordBytes;
    const std::size_t slot_bytes = std::size_t{lanes} * kWordBytes;
    const std::size_t offset_bytes = row_lanes;
    std::byte* const values = memory;
    // Without all lanes nothing counts as being there.
    const FixedView* const views = active == all ? fixed_views_.data() : nullptr;
    const FixedAccess* const last = accesses + count;
    for (const FixedAccess* access = accesses; access != last; ++access) {
        const FixedView view = views != nullptr ? views[access->memory] : FixedView();
        const bool is_store = access->action == FixedAction::store_rows;
        if (access->end > view.size || (is_store && !all_store)) {
            if (!access->general.handler(*this, access->general)) {
                return static_cast<std::uint64_t>(last - access);
            }
            continue;
        }
        std::byte* row = values + access->place.offset * offset_bytes;
        unsigned left = access->place.num_components;
        if (access->action == FixedAction::load_words) {
            for (const std::byte* word = view.first + access->first;; word += kWordBytes) {
                splat_word(row, word, row_bytes);
                if (--left == 0) {
                    break;
                }
                row += row_bytes;
            }
            continue;
        }
        std::byte* slot = view.first + access->first * slot_bytes;
        for (unsigned mask = access->write_mask;; mask >>= 1) {
            if (!is_store) {
                copy_row(row, slot, slot_bytes);
            } else if ((mask & 1) != 0) {
                copy_row(slot, row, slot_bytes);
            }
            if (--left == 0) {
                break;
            }
            row += row_bytes;
            slot += slot_bytes;
        }
    }
    return 0;
}

} // namespace jacquard::nir::interpreter
