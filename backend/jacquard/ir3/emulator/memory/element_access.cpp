#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/memory/atomics.h>
#include <jacquard/ir3/emulator/memory/element_access.h>
#include <jacquard/support/hex.h>

#include <cstring>

namespace jacquard::ir3 {

// Loads before it of the same bytes must not see what is newer than what it sees.
bool ElementAccess::load_component(const LaneMemory& memory, std::uint64_t at, DataType type,
                                   unsigned lane, unsigned component, std::uint32_t& word) {
    if (!late_loads_.is_late() || !late_loads_.is_shared(memory)) {
        return load_element(memory, at, type, lane, word);
    }
    bool inside = false;
    word = 0;
    const unsigned bytes = memory_bytes(type);
    if (!is_inside(memory, at, bytes, inside) ||
        (inside && !late_loads_.finish_loads_of(memory.bytes.data() + at, bytes))) {
        return false;
    }
    if (inside) {
        late_loads_.add_late(memory, at, type, lane, component);
    }
    return true;
}

LaneMemory ElementAccess::memory_of(AddressSpace space, unsigned lane, std::uint64_t& at) const {
    switch (space) {
    case AddressSpace::global_memory:
        if (!state_.environment->global_ranges.empty()) {
            const MemoryRange* range = find_range(state_.environment->global_ranges, at);
            at -= range != nullptr ? range->address : 0;
            return range != nullptr ? LaneMemory{&range->area, range->area.bytes, 0} : LaneMemory{};
        }
        return {&state_.environment->global, state_.environment->global.bytes, 0};
    case AddressSpace::local_memory:
        return {&state_.environment->local, state_.environment->local.bytes, 0};
    case AddressSpace::stage_memory:
        return {&state_.environment->stage, state_.environment->stage.bytes, 0};
    case AddressSpace::private_memory: {
        const MemoryArea& area = state_.environment->private_memory;
        const std::size_t size = area.bytes.size() / state_.wave.lanes();
        return {&area, area.bytes.subspan(lane * size, size), lane * size};
    }
    case AddressSpace::none: break;
    }
    return {};
}

bool ElementAccess::is_inside(const LaneMemory& memory, std::uint64_t at, unsigned bytes,
                              bool& inside) {
    inside = at < memory.bytes.size() && bytes <= memory.bytes.size() - at;
    if (memory.area == nullptr) {
        return fail(FaultKind::memory_range, describe(state_.pc) + " reaches the address 0x" +
                                                 driver::hex(at, at >> 32 != 0 ? 16 : 8) +
                                                 ", which is in no range of memory");
    }
    if (inside || !state_.options->check_memory_range) {
        return true;
    }
    return fail(FaultKind::memory_range, describe(state_.pc) + " reaches byte " +
                                             std::to_string(static_cast<std::int64_t>(at)) +
                                             " of " + std::to_string(memory.bytes.size()));
}

bool ElementAccess::watch(const LaneMemory& memory, std::uint64_t at, unsigned bytes, unsigned lane,
                          const std::uint64_t* stored, bool is_atomic) {
    if (!memory.area || !memory.area->watch) {
        return true;
    }
    MemoryWatch& watch = *memory.area->watch;
    MemoryWatch::Access access;
    access.first = memory.first + at;
    access.bytes = bytes;
    access.wave = state_.environment->wave;
    access.lane = lane;
    access.step = state_.steps;
    access.instruction = state_.pc;
    access.is_atomic = is_atomic;
    access.value = stored ? *stored : 0;
    const MemoryWatch::Problem problem = stored ? watch.write(access) : watch.read(access);
    const std::string place = "byte " + std::to_string(at);
    switch (problem) {
    case MemoryWatch::Problem::none: return true;
    case MemoryWatch::Problem::unwritten:
        return fail(FaultKind::unwritten_memory,
                    describe(state_.pc) + " reads " + place + ", which was never written");
    case MemoryWatch::Problem::race:
        fail(FaultKind::data_race, describe(state_.pc) + " and " +
                                       describe(watch.other_instruction()) + " reach " + place +
                                       " in no order");
        break;
    case MemoryWatch::Problem::missing_fence:
        fail(FaultKind::missing_fence, describe(state_.pc) + " reads " + place + ", which " +
                                           describe(watch.other_instruction()) +
                                           " wrote without a fence before the barrier");
        break;
    }
    state_.fault.other_instruction = watch.other_instruction();
    return false;
}

void ElementAccess::observe(const LaneMemory& memory, std::uint64_t at, unsigned bytes,
                            unsigned lane, std::uint32_t word, bool is_store) {
    if (state_.observer != nullptr) {
        state_.observer->accessed({memory.area, memory.first + at, word, bytes, lane, is_store});
    }
}

bool ElementAccess::load_element(const LaneMemory& memory, std::uint64_t at, DataType type,
                                 unsigned lane, std::uint32_t& word) {
    word = 0;
    const unsigned bytes = memory_bytes(type);
    bool inside = false;
    if (!is_inside(memory, at, bytes, inside)) {
        return false;
    }
    if (!inside) {
        return true;
    }
    if (!watch(memory, at, bytes, lane, nullptr, false)) {
        return false;
    }
    if (memory.area->marks != nullptr) {
        memory.area->marks->note_read(memory.first + at, bytes);
    }
    if (late_loads_.is_shared(memory)) {
        const std::byte* from = memory.bytes.data() + at;
        if (!late_loads_.finish_loads_of(from, bytes)) {
            return false;
        }
        word = static_cast<std::uint32_t>(state_.concurrent->memory.load(
            state_.agent, late_loads_.kinds_of(memory), from, bytes));
        return true;
    }
    std::memcpy(&word, memory.bytes.data() + at, bytes);
    observe(memory, at, bytes, lane, word, false);
    return true;
}

bool ElementAccess::store_element(const LaneMemory& memory, std::uint64_t at, DataType type,
                                  unsigned lane, std::uint32_t word) {
    const unsigned bytes = memory_bytes(type);
    bool inside = false;
    if (!is_inside(memory, at, bytes, inside)) {
        return false;
    }
    const std::uint64_t stored = word;
    if (!inside) {
        return true;
    }
    if (!watch(memory, at, bytes, lane, &stored, false)) {
        return false;
    }
    if (memory.area->marks != nullptr) {
        memory.area->marks->note_written(memory.first + at, bytes);
    }
    if (late_loads_.is_shared(memory)) {
        std::byte* to = memory.bytes.data() + at;
        const bool is_done = late_loads_.finish_loads_of(to, bytes);
        state_.concurrent->memory.store(state_.agent, late_loads_.kinds_of(memory), to, bytes,
                                        word);
        return is_done;
    }
    std::memcpy(memory.bytes.data() + at, &word, bytes);
    observe(memory, at, bytes, lane, word, true);
    return true;
}

bool ElementAccess::change_element(const LaneMemory& memory, std::uint64_t at, const Step& step,
                                   unsigned lane, std::uint32_t& data, std::uint32_t compare) {
    const Instruction& instruction = step.instruction;
    constexpr unsigned kBytes = sizeof data;
    bool inside = false;
    if (!is_inside(memory, at, kBytes, inside)) {
        return false;
    }
    const std::uint32_t operand = data;
    data = 0;
    if (!inside) {
        return true;
    }
    const bool is_signed = data_type(instruction) == DataType::s32;
    std::byte* const place = memory.bytes.data() + at;
    if (late_loads_.is_shared(memory)) {
        if (!late_loads_.finish_loads_of(place, kBytes)) {
            return false;
        }
        data = static_cast<std::uint32_t>(state_.concurrent->memory.begin_change(
            state_.agent, late_loads_.kinds_of(memory), place, kBytes));
    } else {
        std::memcpy(&data, place, kBytes);
    }
    const std::uint32_t changed =
        apply_atomic(opcode_info(state_.revision, instruction.opcode).operation, is_signed, data,
                     operand, compare);
    const std::uint64_t stored = changed;
    if (!watch(memory, at, kBytes, lane, nullptr, true) ||
        !watch(memory, at, kBytes, lane, &stored, true)) {
        return false;
    }
    if (late_loads_.is_shared(memory)) {
        state_.concurrent->memory.end_change(state_.agent, late_loads_.kinds_of(memory), place,
                                             kBytes, changed);
    } else {
        std::memcpy(place, &changed, kBytes);
        observe(memory, at, kBytes, lane, data, false);
        observe(memory, at, kBytes, lane, changed, true);
    }
    return true;
}

DataType ElementAccess::data_type(const Instruction& instruction) const {
    return has_property(state_.revision, instruction.opcode, property_wide_types)
               ? static_cast<DataType>(instruction.atomic_type)
               : instruction.type;
}

} // namespace jacquard::ir3
