#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/memory/memory_unit.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

// Addresses count from the first byte of the space. Where that is none of the machine's, what lies
// before it is far outside.
bool MemoryUnit::read_addresses(const Step& step, LaneAddresses& addresses) {
    const Instruction& instruction = step.instruction;
    const OpcodeInfo& info = opcode_info(state_.revision, instruction.opcode);
    const bool is_global = info.memory == AddressSpace::global_memory;
    const StepSource& source = step.sources[0];
    LaneWords low_scratch;
    LaneWords high_scratch;
    const std::uint32_t* low = operands_.read_source(step, 0, 0, low_scratch);
    const std::uint32_t* high = nullptr;
    if (low && is_global && state_.code->machine.address_registers == 2 &&
        source.kind != OperandKind::immediate) {
        StepSource next = source;
        ++next.number;
        high = next.kind == OperandKind::constant
                   ? operands_.read_constant(next, next.number, high_scratch)
                   : operands_.read_register(next.number, next.half, high_scratch);
    }
    if (!low || (is_global && source.kind != OperandKind::immediate &&
                 state_.code->machine.address_registers == 2 && !high)) {
        return false;
    }
    // An index stands between the address and the data.
    const unsigned without_index = info.action == Action::memory_load ? 1 : 2;
    const bool is_indexed =
        is_global && info.action != Action::memory_atomic && info.num_sources > without_index;
    LaneWords index_scratch;
    const std::uint32_t* indices =
        is_indexed ? operands_.read_source(step, 1, 0, index_scratch) : nullptr;
    if (is_indexed && !indices) {
        return false;
    }
    const bool counts_bytes =
        has_property(state_.revision, instruction.opcode, property_byte_index);
    // Indices count elements of the data.
    const auto element_shift =
        static_cast<unsigned>(std::countr_zero(memory_bytes(instruction.type)));
    const std::uint64_t first_address = is_global && state_.environment->global_ranges.empty()
                                            ? state_.environment->global_address
                                            : 0;
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
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
        addresses[lane] = address - first_address;
    }
    return true;
}

bool MemoryUnit::execute_memory_load(const Step& step) {
    const Instruction& instruction = step.instruction;
    const AddressSpace space = opcode_info(state_.revision, instruction.opcode).memory;
    LaneAddresses addresses;
    if (!read_addresses(step, addresses)) {
        return false;
    }
    const unsigned bytes = memory_bytes(instruction.type);
    // All are read before one is written, which may be that of the address.
    std::array<LaneWords, kMaxVector> words;
    const unsigned count = std::clamp<unsigned>(instruction.size, 1, kMaxVector);
    if (elements_.load_lanes(space, addresses, bytes, std::span(words).first(count))) {
        return operands_.write_components(step.destinations[0], std::span(words).first(count));
    }
    late_loads_.begin(step);
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        for (unsigned i = 0; i < count && executes(lane); ++i) {
            std::uint64_t at = addresses[lane] + std::uint64_t{i} * bytes;
            const LaneMemory memory = elements_.memory_of(space, lane, at);
            if (!elements_.load_component(memory, at, instruction.type, lane, i, words[i][lane])) {
                return false;
            }
        }
    }
    return late_loads_.end(step, std::span(words).first(count));
}

bool MemoryUnit::execute_memory_store(const Step& step) {
    const Instruction& instruction = step.instruction;
    const AddressSpace space = opcode_info(state_.revision, instruction.opcode).memory;
    LaneAddresses addresses;
    std::array<LaneWords, kMaxVector> words;
    const unsigned count = std::clamp<unsigned>(instruction.size, 1, kMaxVector);
    const StepSource& data = step.sources[step.num_sources - 1];
    if (!read_addresses(step, addresses) || !operands_.read_vector(data, count, words.data())) {
        return false;
    }
    const unsigned bytes = memory_bytes(instruction.type);
    if (elements_.store_lanes(space, addresses, bytes, std::span(words).first(count))) {
        return true;
    }
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        // Lanes that only help others have memory of their own as all have.
        const bool is_seen =
            space == AddressSpace::private_memory ? executes(lane) : state_.writes_memory(lane);
        for (unsigned i = 0; i < count && is_seen; ++i) {
            std::uint64_t at = addresses[lane] + std::uint64_t{i} * bytes;
            const LaneMemory memory = elements_.memory_of(space, lane, at);
            if (!elements_.store_element(memory, at, instruction.type, lane, words[i][lane])) {
                return false;
            }
        }
    }
    return true;
}

bool MemoryUnit::execute_memory_atomic(const Step& step) {
    const Instruction& instruction = step.instruction;
    const OpcodeInfo& info = opcode_info(state_.revision, instruction.opcode);
    const bool compares = info.operation == AtomicOperation::compare_exchange;
    LaneAddresses addresses;
    std::array<LaneWords, 2> words;
    if (!read_addresses(step, addresses)) {
        return false;
    }
    if (compares) {
        if (!operands_.read_vector(step.sources[1], 2, words.data())) {
            return false;
        }
    } else {
        LaneWords scratch;
        const std::uint32_t* data = operands_.read_source(step, 1, 0, scratch);
        if (!data) {
            return false;
        }
        std::copy_n(data, state_.wave.stride(), words[0].data());
    }
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        std::uint64_t at = addresses[lane];
        const LaneMemory memory = elements_.memory_of(info.memory, lane, at);
        if (state_.writes_memory(lane) &&
            !elements_.change_element(memory, at, step, lane, words[0][lane],
                                      compares ? words[1][lane] : 0)) {
            return false;
        }
    }
    return operands_.write_destination(step.destinations[0], 0, words[0].data());
}

} // namespace jacquard::ir3
