#include "convert.h"
#include "machine.h"

#include <algorithm>

namespace jacquard::ir3 {

bool Emulator::State::execute_varying_load(const Step& step) {
    const Instruction& instruction = step.instruction;
    const unsigned lanes = wave.lanes();
    for (unsigned i = 0; i < std::max<unsigned>(instruction.size, 1); ++i) {
        const uint64_t component =
            static_cast<uint64_t>(static_cast<uint16_t>(instruction.offset)) + i;
        const uint64_t place = component * lanes;
        if (place + lanes > environment_->varyings.size()) {
            return fail(FaultKind::constant_range, describe(pc_) + " reads varying component " +
                                                       std::to_string(component) +
                                                       ", which the program is not given");
        }
        LaneWords words{};
        std::copy_n(environment_->varyings.data() + place, lanes, words.data());
        if (!write_destination(step.destinations[0], i, words.data())) {
            return false;
        }
    }
    return true;
}

bool Emulator::State::execute_constant_load(const Step& step) {
    const Instruction& instruction = step.instruction;
    LaneWords offset_scratch;
    LaneWords buffer_scratch;
    const uint32_t* offsets = read_source(step, 0, 0, offset_scratch);
    const uint32_t* buffers = offsets ? read_source(step, 1, 0, buffer_scratch) : nullptr;
    if (!buffers) {
        return false;
    }
    const auto& given = environment_->uniform_buffers;
    for (unsigned i = 0; i < instruction.type_size; ++i) {
        LaneWords words{};
        for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
            if (!executes(lane)) {
                continue;
            }
            if (buffers[lane] >= given.size()) {
                return fail(FaultKind::constant_range, describe(pc_) + " reads uniform buffer " +
                                                           std::to_string(buffers[lane]) +
                                                           ", which the program is not given");
            }
            // Reads past a buffer give 0, as the bounds of its descriptor say.
            const uint64_t word = uint64_t{offsets[lane]} * 4 + instruction.component + i;
            const auto& buffer = given[buffers[lane]];
            words[lane] = word < buffer.size() ? buffer[word] : 0;
        }
        StepDestination destination = step.destinations[0];
        if (!write_destination(destination, i, words.data())) {
            return false;
        }
    }
    return true;
}

bool Emulator::State::execute_constant_load_many(const Step& step) {
    uint32_t offset = 0;
    uint32_t buffer = 0;
    if (!read_uniform(step, step.sources[0], offset) ||
        !read_uniform(step, step.sources[1], buffer)) {
        return false;
    }
    const uint64_t first = wave.full(kAddressRegister1)[0];
    const uint64_t count = uint64_t{step.instruction.load_size} * 4;
    const auto& given = environment_->uniform_buffers;
    if (buffer >= given.size()) {
        return fail(FaultKind::constant_range, describe(pc_) + " reads uniform buffer " +
                                                   std::to_string(buffer) +
                                                   ", which the program is not given");
    }
    if (first + count > environment_->constants.size()) {
        return fail(FaultKind::constant_range, describe(pc_) + " writes past the constant file");
    }
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t word = uint64_t{offset} * 4 + i;
        environment_->constants[first + i] = word < given[buffer].size() ? given[buffer][word] : 0;
    }
    hazards.write_constants(first, count, pc_);
    return true;
}

bool Emulator::State::execute_constant_store(const Step& step) {
    const Instruction& instruction = step.instruction;
    uint64_t first = instruction.dst.number;
    if (instruction.dst.kind == OperandKind::relative_constant) {
        first = uint64_t{wave.full(kAddressRegister1)[0]} +
                static_cast<uint32_t>(instruction.dst.value);
    }
    if (first + instruction.size > environment_->constants.size()) {
        return fail(FaultKind::constant_range, describe(pc_) + " writes past the constant file");
    }
    for (unsigned i = 0; i < instruction.size; ++i) {
        LaneWords scratch;
        const auto number = static_cast<uint16_t>(step.sources[0].number + i);
        const uint32_t* words = read_register(number, step.sources[0].half, scratch);
        if (!words) {
            return false;
        }
        for (unsigned lane = wave.lanes(); lane-- > 0;) {
            if (executes(lane)) {
                environment_->constants[first + i] = words[lane];
            }
        }
    }
    hazards.write_constants(first, instruction.size, pc_);
    return true;
}

} // namespace jacquard::ir3
