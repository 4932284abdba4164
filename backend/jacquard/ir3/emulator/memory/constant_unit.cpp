#include <jacquard/ir3/emulator/memory/constant_unit.h>

#include <algorithm>
#include <cstring>

namespace jacquard::ir3 {

namespace {

// Reads past a buffer give 0, as the bounds of its descriptor say.
std::uint32_t word_at(std::span<const std::byte> bytes, std::uint64_t word) {
    std::uint32_t value = 0;
    if (word < bytes.size() / sizeof value) {
        std::memcpy(&value, bytes.data() + word * sizeof value, sizeof value);
    }
    return value;
}

} // namespace

bool ConstantUnit::find_uniform_buffer(const Step& step, std::uint32_t number,
                                       std::span<const std::byte>& bytes) {
    if (step.instruction.is_bindless) {
        const Descriptor* found = descriptors_.find_descriptor(step, number);
        if (!found || found->kind != Descriptor::Kind::uniform_buffer) {
            return descriptors_.fail_descriptor("uniform buffer", number);
        }
        bytes = found->constant;
        return true;
    }
    const auto& given = state_.environment->uniform_buffers;
    if (number >= given.size()) {
        return fail(FaultKind::constant_range, describe(state_.pc) + " reads uniform buffer " +
                                                   std::to_string(number) +
                                                   ", which the program is not given");
    }
    bytes = std::as_bytes(given[number]);
    return true;
}

bool ConstantUnit::execute_constant_load(const Step& step) {
    const Instruction& instruction = step.instruction;
    LaneWords offset_scratch;
    LaneWords buffer_scratch;
    const std::uint32_t* offsets = operands_.read_source(step, 0, 0, offset_scratch);
    const std::uint32_t* buffers =
        offsets ? operands_.read_source(step, 1, 0, buffer_scratch) : nullptr;
    if (!buffers) {
        return false;
    }
    std::array<LaneWords, 4> words;
    const unsigned count = std::min<unsigned>(instruction.type_size, 4);
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        if (!executes(lane)) {
            continue;
        }
        std::span<const std::byte> bytes;
        if (!find_uniform_buffer(step, buffers[lane], bytes)) {
            return false;
        }
        const std::uint64_t first = std::uint64_t{offsets[lane]} * 4 + instruction.component;
        for (unsigned i = 0; i < count; ++i) {
            words[i][lane] = word_at(bytes, first + i);
        }
    }
    return operands_.write_components(step.destinations[0], std::span(words).first(count));
}

bool ConstantUnit::execute_constant_load_many(const Step& step) {
    std::uint32_t offset = 0;
    std::uint32_t buffer = 0;
    if (!operands_.read_uniform(step, step.sources[0], offset) ||
        !operands_.read_uniform(step, step.sources[1], buffer)) {
        return false;
    }
    const std::uint64_t first = state_.wave.full(kAddressRegister1)[0];
    const std::uint64_t count = std::uint64_t{step.instruction.load_size} * 4;
    std::span<const std::byte> bytes;
    if (!find_uniform_buffer(step, buffer, bytes)) {
        return false;
    }
    if (first + count > state_.environment->constants.size()) {
        return fail(FaultKind::constant_range,
                    describe(state_.pc) + " writes past the constant file");
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        state_.environment->constants[first + i] = word_at(bytes, std::uint64_t{offset} * 4 + i);
    }
    state_.hazards.write_constants(first, count, state_.pc, step.effects.result);
    return true;
}

bool ConstantUnit::execute_constant_store(const Step& step) {
    const Instruction& instruction = step.instruction;
    std::uint64_t first = instruction.dst.number;
    if (instruction.dst.kind == OperandKind::relative_constant) {
        first = std::uint64_t{state_.wave.full(kAddressRegister1)[0]} +
                static_cast<std::uint32_t>(instruction.dst.value);
    }
    if (first + instruction.size > state_.environment->constants.size()) {
        return fail(FaultKind::constant_range,
                    describe(state_.pc) + " writes past the constant file");
    }
    for (unsigned i = 0; i < instruction.size; ++i) {
        LaneWords scratch;
        const auto number = static_cast<std::uint16_t>(step.sources[0].number + i);
        const std::uint32_t* words = operands_.read_register(number, step.sources[0].half, scratch);
        if (!words) {
            return false;
        }
        for (unsigned lane = state_.wave.lanes(); lane-- > 0;) {
            if (executes(lane)) {
                state_.environment->constants[first + i] = words[lane];
            }
        }
    }
    state_.hazards.write_constants(first, instruction.size, state_.pc, step.effects.result);
    return true;
}

bool ConstantUnit::execute_shared_constant_store(const Step& step) {
    const Instruction& instruction = step.instruction;
    const std::uint64_t first = instruction.dst.number;
    const auto source = static_cast<std::uint32_t>(instruction.src0.value);
    if (first + instruction.size > state_.environment->constants.size()) {
        return fail(FaultKind::constant_range,
                    describe(state_.pc) + " writes past the constant file");
    }
    for (std::uint64_t i = 0; i < instruction.size; ++i) {
        const bool is_given = source + i < state_.environment->shared_constants.size();
        state_.environment->constants[first + i] =
            is_given ? state_.environment->shared_constants[source + i] : 0;
    }
    state_.hazards.write_constants(first, instruction.size, state_.pc, step.effects.result);
    return true;
}

} // namespace jacquard::ir3
