#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/machine/atomics.h>
#include <jacquard/ir3/emulator/machine/machine.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace jacquard::ir3 {
Emulator::State::LaneMemory Emulator::State::memory_of(AddressSpace space, unsigned lane) const {
    switch (space) {
    case AddressSpace::global_memory: return {&environment_->global, environment_->global.bytes, 0};
    case AddressSpace::local_memory: return {&environment_->local, environment_->local.bytes, 0};
    case AddressSpace::stage_memory: return {&environment_->stage, environment_->stage.bytes, 0};
    case AddressSpace::private_memory: {
        const MemoryArea& area = environment_->private_memory;
        const std::size_t size = area.bytes.size() / wave.lanes();
        return {&area, area.bytes.subspan(lane * size, size), lane * size};
    }
    case AddressSpace::none: break;
    }
    return {};
}

// Addresses count from the first byte of the space. Where that is none of the machine's, what lies
// before it is far outside.
bool Emulator::State::read_addresses(const Step& step,
                                     std::array<std::uint64_t, Wave::kMaxLanes>& addresses) {
    const Instruction& instruction = step.instruction;
    const OpcodeInfo& info = opcode_info(revision, instruction.opcode);
    const bool is_global = info.memory == AddressSpace::global_memory;
    const StepSource& source = step.sources[0];
    LaneWords low_scratch;
    LaneWords high_scratch;
    const std::uint32_t* low = read_source(step, 0, 0, low_scratch);
    const std::uint32_t* high = nullptr;
    if (low && is_global && code_->machine.address_registers == 2 &&
        source.kind != OperandKind::immediate) {
        StepSource next = source;
        ++next.number;
        high = next.kind == OperandKind::constant
                   ? read_constant(next, next.number, high_scratch)
                   : read_register(next.number, next.half, high_scratch);
    }
    if (!low || (is_global && source.kind != OperandKind::immediate &&
                 code_->machine.address_registers == 2 && !high)) {
        return false;
    }
    // An index stands between the address and the data.
    const unsigned without_index = info.action == Action::memory_load ? 1 : 2;
    const bool is_indexed =
        is_global && info.action != Action::memory_atomic && info.num_sources > without_index;
    LaneWords index_scratch;
    const std::uint32_t* indices = is_indexed ? read_source(step, 1, 0, index_scratch) : nullptr;
    if (is_indexed && !indices) {
        return false;
    }
    const bool counts_bytes = has_property(revision, instruction.opcode, property_byte_index);
    // Indices count elements of the data.
    const auto element_shift =
        static_cast<unsigned>(std::countr_zero(memory_bytes(instruction.type)));
    for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
        std::uint64_t address = low[lane];
        if (high) {
            address |= std::uint64_t{high[lane]} << 32;
        }
        auto offset = static_cast<std::uint64_t>(std::int64_t{instruction.offset});
        if (indices && !counts_bytes) {
            const auto index = std::uint64_t{indices[lane]};
            offset = (index << instruction.shift) + offset;
            offset <<= element_shift;
        } else if (indices) {
            offset += indices[lane];
        }
        address += offset;
        // Addresses have as many bits as the registers that hold them.
        address = high ? address : address & 0xffffffff;
        addresses[lane] = address - (is_global ? environment_->global_address : 0);
    }
    return true;
}

bool Emulator::State::is_inside(const LaneMemory& memory, std::uint64_t at, unsigned bytes,
                                bool& inside) {
    inside = at < memory.bytes.size() && bytes <= memory.bytes.size() - at;
    if (inside || !options_->check_memory_range) {
        return true;
    }
    return fail(FaultKind::memory_range, describe(pc_) + " reaches byte " +
                                             std::to_string(static_cast<std::int64_t>(at)) +
                                             " of " + std::to_string(memory.bytes.size()));
}

bool Emulator::State::watch(const LaneMemory& memory, std::uint64_t at, unsigned bytes,
                            unsigned lane, const std::uint64_t* stored, bool is_atomic) {
    if (!memory.area || !memory.area->watch) {
        return true;
    }
    MemoryWatch& watch = *memory.area->watch;
    MemoryWatch::Access access;
    access.first = memory.first + at;
    access.bytes = bytes;
    access.wave = environment_->wave;
    access.lane = lane;
    access.step = steps_;
    access.instruction = pc_;
    access.is_atomic = is_atomic;
    access.value = stored ? *stored : 0;
    const MemoryWatch::Problem problem = stored ? watch.write(access) : watch.read(access);
    const std::string place = "byte " + std::to_string(at);
    switch (problem) {
    case MemoryWatch::Problem::none: return true;
    case MemoryWatch::Problem::unwritten:
        return fail(FaultKind::unwritten_memory,
                    describe(pc_) + " reads " + place + ", which was never written");
    case MemoryWatch::Problem::race:
        fail(FaultKind::data_race, describe(pc_) + " and " + describe(watch.other_instruction()) +
                                       " reach " + place + " in no order");
        break;
    case MemoryWatch::Problem::missing_fence:
        fail(FaultKind::missing_fence, describe(pc_) + " reads " + place + ", which " +
                                           describe(watch.other_instruction()) +
                                           " wrote without a fence before the barrier");
        break;
    }
    fault_.other_instruction = watch.other_instruction();
    return false;
}

bool Emulator::State::load_element(const LaneMemory& memory, std::uint64_t at, DataType type,
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
    if (is_shared(memory)) {
        const std::byte* from = memory.bytes.data() + at;
        if (!finish_loads_of(from, bytes)) {
            return false;
        }
        word = static_cast<std::uint32_t>(
            concurrent_->memory.load(agent_, kinds_of(memory), from, bytes));
        return true;
    }
    std::memcpy(&word, memory.bytes.data() + at, bytes);
    return true;
}

bool Emulator::State::store_element(const LaneMemory& memory, std::uint64_t at, DataType type,
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
    if (is_shared(memory)) {
        std::byte* to = memory.bytes.data() + at;
        const bool is_done = finish_loads_of(to, bytes);
        concurrent_->memory.store(agent_, kinds_of(memory), to, bytes, word);
        return is_done;
    }
    std::memcpy(memory.bytes.data() + at, &word, bytes);
    return true;
}

bool Emulator::State::change_element(const LaneMemory& memory, std::uint64_t at, const Step& step,
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
    if (is_shared(memory)) {
        if (!finish_loads_of(place, kBytes)) {
            return false;
        }
        data = static_cast<std::uint32_t>(
            concurrent_->memory.begin_change(agent_, kinds_of(memory), place, kBytes));
    } else {
        std::memcpy(&data, place, kBytes);
    }
    const std::uint32_t changed = apply_atomic(opcode_info(revision, instruction.opcode).operation,
                                               is_signed, data, operand, compare);
    const std::uint64_t stored = changed;
    if (!watch(memory, at, kBytes, lane, nullptr, true) ||
        !watch(memory, at, kBytes, lane, &stored, true)) {
        return false;
    }
    if (is_shared(memory)) {
        concurrent_->memory.end_change(agent_, kinds_of(memory), place, kBytes, changed);
    } else {
        std::memcpy(place, &changed, kBytes);
    }
    return true;
}

DataType Emulator::State::data_type(const Instruction& instruction) const {
    return has_property(revision, instruction.opcode, property_wide_types)
               ? static_cast<DataType>(instruction.atomic_type)
               : instruction.type;
}

bool Emulator::State::read_vector(const StepSource& source, unsigned count, LaneWords* words) {
    for (unsigned i = 0; i < count; ++i) {
        const auto number = static_cast<std::uint16_t>(source.number + i);
        const std::uint32_t* found = read_register(number, source.half, words[i]);
        if (!found) {
            return false;
        }
        if (found != words[i].data()) {
            std::copy_n(found, wave.stride(), words[i].data());
        }
    }
    return true;
}

bool Emulator::State::execute_memory_load(const Step& step) {
    const Instruction& instruction = step.instruction;
    const AddressSpace space = opcode_info(revision, instruction.opcode).memory;
    std::array<std::uint64_t, Wave::kMaxLanes> addresses;
    if (!read_addresses(step, addresses)) {
        return false;
    }
    const unsigned bytes = memory_bytes(instruction.type);
    begin_load(step);
    // All are read before one is written, which may be that of the address.
    std::array<LaneWords, kMaxVector> words;
    const unsigned count = std::clamp<unsigned>(instruction.size, 1, kMaxVector);
    for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
        const LaneMemory memory = memory_of(space, lane);
        for (unsigned i = 0; i < count && executes(lane); ++i) {
            if (!load_component(memory, addresses[lane] + std::uint64_t{i} * bytes,
                                instruction.type, lane, i, words[i][lane])) {
                return false;
            }
        }
    }
    return end_load(step, std::span(words).first(count));
}

bool Emulator::State::execute_memory_store(const Step& step) {
    const Instruction& instruction = step.instruction;
    const AddressSpace space = opcode_info(revision, instruction.opcode).memory;
    std::array<std::uint64_t, Wave::kMaxLanes> addresses;
    std::array<LaneWords, kMaxVector> words;
    const unsigned count = std::clamp<unsigned>(instruction.size, 1, kMaxVector);
    const StepSource& data = step.sources[step.num_sources - 1];
    if (!read_addresses(step, addresses) || !read_vector(data, count, words.data())) {
        return false;
    }
    const unsigned bytes = memory_bytes(instruction.type);
    for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
        const LaneMemory memory = memory_of(space, lane);
        // Lanes that only help others have memory of their own as all have.
        const bool is_seen =
            space == AddressSpace::private_memory ? executes(lane) : writes_memory(lane);
        for (unsigned i = 0; i < count && is_seen; ++i) {
            if (!store_element(memory, addresses[lane] + std::uint64_t{i} * bytes, instruction.type,
                               lane, words[i][lane])) {
                return false;
            }
        }
    }
    return true;
}

bool Emulator::State::execute_memory_atomic(const Step& step) {
    const Instruction& instruction = step.instruction;
    const OpcodeInfo& info = opcode_info(revision, instruction.opcode);
    const bool compares = info.operation == AtomicOperation::compare_exchange;
    std::array<std::uint64_t, Wave::kMaxLanes> addresses;
    std::array<LaneWords, 2> words;
    if (!read_addresses(step, addresses)) {
        return false;
    }
    if (compares) {
        if (!read_vector(step.sources[1], 2, words.data())) {
            return false;
        }
    } else {
        LaneWords scratch;
        const std::uint32_t* data = read_source(step, 1, 0, scratch);
        if (!data) {
            return false;
        }
        std::copy_n(data, wave.stride(), words[0].data());
    }
    for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
        if (writes_memory(lane) &&
            !change_element(memory_of(info.memory, lane), addresses[lane], step, lane,
                            words[0][lane], compares ? words[1][lane] : 0)) {
            return false;
        }
    }
    return write_destination(step.destinations[0], 0, words[0].data());
}

} // namespace jacquard::ir3
