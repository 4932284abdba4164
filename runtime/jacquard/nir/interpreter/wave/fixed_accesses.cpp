#include <jacquard/nir/interpreter/wave/fixed_accesses.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace jacquard::nir::interpreter {

namespace {

using Words = std::array<std::uint32_t, kLaneGroup>;

// Rows of slots have as many words as there are lanes.
void copy_row(std::byte* to, const std::byte* from, std::size_t bytes) {
    std::size_t i = 0;
    for (; i + sizeof(Words) <= bytes; i += sizeof(Words)) {
        std::memcpy(to + i, from + i, sizeof(Words));
    }
    for (; i < bytes; i += FixedAccess::kWordBytes) {
        std::memcpy(to + i, from + i, FixedAccess::kWordBytes);
    }
}

// Whole groups.
void splat_word(std::byte* to, const std::byte* from, std::size_t bytes) {
    std::uint32_t word = 0;
    std::memcpy(&word, from, FixedAccess::kWordBytes);
    Words group;
    group.fill(word);
    std::size_t i = 0;
    do {
        std::memcpy(to + i, group.data(), sizeof group);
        i += sizeof group;
    } while (i != bytes);
}

} // namespace

FixedAccesses::FixedAccesses(Wave& wave, const ValueRows& values, const LaneSets& lanes,
                             WaveMemory& memory, WeakAccess& weak)
    : wave_(wave), program_(*values.program), values_(values), lanes_(lanes), memory_(memory),
      weak_(weak), views_(program_.fixed_memory.size()) {
    prepare_loads();
}

void FixedAccesses::prepare_loads() {
    if (values_.num_lanes != kLaneGroup) {
        return;
    }
    ready_runs_.reserve(program_.fixed_accesses.size() + 1);
    for (const FixedAccess& access : program_.fixed_accesses) {
        ready_runs_.push_back({static_cast<std::uint32_t>(ready_loads_.size()), 0});
        if (access.action == FixedAction::store_rows) {
            continue;
        }
        const bool is_row = access.action == FixedAction::load_rows;
        const std::size_t bytes = is_row ? sizeof(Words) : FixedAccess::kWordBytes;
        std::byte* row = values_.at(access.place.offset);
        std::uint64_t offset = access.first * (is_row ? sizeof(Words) : std::size_t{1});
        for (unsigned c = 0; c < access.place.num_components; ++c) {
            ready_loads_.push_back({row, offset, access.memory, is_row});
            row += sizeof(Words);
            offset += bytes;
        }
    }
    ready_runs_.push_back({static_cast<std::uint32_t>(ready_loads_.size()), 0});
    for (std::size_t i = program_.fixed_accesses.size(); i-- != 0;) {
        const bool is_load = program_.fixed_accesses[i].action != FixedAction::store_rows;
        ready_runs_[i].num_loads = is_load ? ready_runs_[i + 1].num_loads + 1 : 0;
    }
}

void FixedAccesses::start(const Environment& environment) {
    num_done_ = 0;
    has_all_loaded_ = !ready_runs_.empty();
    for (std::size_t i = 0; i < views_.size(); ++i) {
        const FixedMemory& fixed = program_.fixed_memory[i];
        if (fixed.is_interpolated && !environment.inputs_are_interpolated) {
            views_[i] = {};
        } else if (memory_space_info(fixed.space).addressing == Addressing::slot) {
            const OutputWords words = given_slots(environment, fixed.space, fixed.number);
            views_[i] = {std::as_writable_bytes(words).data(), words.size() / values_.num_lanes};
        } else {
            const MemoryView bytes = memory_.bytes_of(fixed.space, fixed.number, 0);
            views_[i] = {const_cast<std::byte*>(bytes.first), bytes.size}; // only loaded
            if (weak_.covers(fixed.space)) {
                views_[i] = {}; // every access is the general one
            }
        }
        has_all_loaded_ = has_all_loaded_ && fixed.loaded_end <= views_[i].size;
    }
}

std::uint64_t FixedAccesses::load_ready(const FixedAccess* accesses, std::uint64_t count) {
    if (!has_all_loaded_ || lanes_.active != lanes_.all) {
        return 0;
    }
    const ReadyRun* const run = ready_runs_.data() + (accesses - program_.fixed_accesses.data());
    const std::uint64_t num_loads = std::min<std::uint64_t>(count, run->num_loads);
    const FixedView* const views = views_.data();
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
std::uint64_t FixedAccesses::run_accesses(const FixedAccess* accesses, std::uint64_t count) {
    const std::uint64_t num_ready = load_ready(accesses, count);
    if (num_ready == count) {
        return 0;
    }
    accesses += num_ready;
    count -= num_ready;
    const bool all_store = lanes_.writing() == lanes_.all;
    const std::size_t row_bytes = std::size_t{values_.row_lanes} * FixedAccess::kWordBytes;
    const std::size_t slot_bytes = std::size_t{values_.num_lanes} * FixedAccess::kWordBytes;
    const std::size_t offset_bytes = values_.row_lanes;
    std::byte* const values = values_.memory;
    // Without all lanes nothing counts as being there.
    const FixedView* const views = lanes_.active == lanes_.all ? views_.data() : nullptr;
    const FixedAccess* const last = accesses + count;
    for (const FixedAccess* access = accesses; access != last; ++access) {
        const FixedView view = views != nullptr ? views[access->memory] : FixedView();
        const bool is_store = access->action == FixedAction::store_rows;
        if (access->end > view.size || (is_store && !all_store)) {
            if (!access->general.handler(wave_, access->general)) {
                return static_cast<std::uint64_t>(last - access);
            }
            continue;
        }
        std::byte* row = values + access->place.offset * offset_bytes;
        unsigned left = access->place.num_components;
        if (access->action == FixedAction::load_words) {
            for (const std::byte* word = view.first + access->first;;
                 word += FixedAccess::kWordBytes) {
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

std::uint64_t FixedAccesses::run(const Step& step, std::uint64_t count) {
    return run_accesses(&program_.fixed_accesses[step.first], count);
}

std::uint64_t FixedAccesses::run_one_by_one(const Step& step, std::uint64_t count) {
    const FixedAccess* const first = &program_.fixed_accesses[step.first];
    for (std::uint64_t i = std::exchange(num_done_, 0); i < count; ++i) {
        weak_.finish_loads_used_at(first[i].place);
        const std::uint64_t left = run_accesses(&first[i], 1);
        if (weak_.is_switching()) {
            num_done_ = i + 1 < count ? i + 1 : 0;
            return count - i - 1;
        }
        if (left != 0) {
            return count - i;
        }
    }
    return 0;
}

} // namespace jacquard::nir::interpreter
