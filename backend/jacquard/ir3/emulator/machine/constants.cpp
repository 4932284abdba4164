#include <jacquard/ir3/emulator/machine/machine.h>

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

bool Emulator::State::execute_varying_load(const Step& step) {
    const Instruction& instruction = step.instruction;
    const unsigned lanes = wave.lanes();
    for (unsigned i = 0; i < std::max<unsigned>(instruction.size, 1); ++i) {
        const std::uint64_t component =
            static_cast<std::uint64_t>(static_cast<std::uint16_t>(instruction.offset)) + i;
        const std::uint64_t place = component * lanes;
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

bool Emulator::State::find_uniform_buffer(const Step& step, std::uint32_t number,
                                          std::span<const std::byte>& bytes) {
    if (step.instruction.is_bindless) {
        const Descriptor* found = find_descriptor(step, number);
        if (!found || found->kind != Descriptor::Kind::uniform_buffer) {
            return fail_descriptor("uniform buffer", number);
        }
        bytes = found->constant;
        return true;
    }
    const auto& given = environment_->uniform_buffers;
    if (number >= given.size()) {
        return fail(FaultKind::constant_range, describe(pc_) + " reads uniform buffer " +
                                                   std::to_string(number) +
                                                   ", which the program is not given");
    }
    bytes = std::as_bytes(given[number]);
    return true;
}

bool Emulator::State::execute_constant_load(const Step& step) {
    const Instruction& instruction = step.instruction;
    LaneWords offset_scratch;
    LaneWords buffer_scratch;
    const std::uint32_t* offsets = read_source(step, 0, 0, offset_scratch);
    const std::uint32_t* buffers = offsets ? read_source(step, 1, 0, buffer_scratch) : nullptr;
    if (!buffers) {
        return false;
    }
    std::array<LaneWords, 4> words;
    const unsigned count = std::min<unsigned>(instruction.type_size, 4);
    for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
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
    return write_components(step.destinations[0], std::span(words).first(count));
}

bool Emulator::State::execute_constant_load_many(const Step& step) {
    std::uint32_t offset = 0;
    std::uint32_t buffer = 0;
    if (!read_uniform(step, step.sources[0], offset) ||
        !read_uniform(step, step.sources[1], buffer)) {
        return false;
    }
    const std::uint64_t first = wave.full(kAddressRegister1)[0];
    const std::uint64_t count = std::uint64_t{step.instruction.load_size} * 4;
    std::span<const std::byte> bytes;
    if (!find_uniform_buffer(step, buffer, bytes)) {
        return false;
    }
    if (first + count > environment_->constants.size()) {
        return fail(FaultKind::constant_range, describe(pc_) + " writes past the constant file");
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        environment_->constants[first + i] = word_at(bytes, std::uint64_t{offset} * 4 + i);
    }
    hazards.write_constants(first, count, pc_, step.effects.result);
    return true;
}

bool Emulator::State::execute_constant_store(const Step& step) {
    const Instruction& instruction = step.instruction;
    std::uint64_t first = instruction.dst.number;
    if (instruction.dst.kind == OperandKind::relative_constant) {
        first = std::uint64_t{wave.full(kAddressRegister1)[0]} +
                static_cast<std::uint32_t>(instruction.dst.value);
    }
    if (first + instruction.size > environment_->constants.size()) {
        return fail(FaultKind::constant_range, describe(pc_) + " writes past the constant file");
    }
    for (unsigned i = 0; i < instruction.size; ++i) {
        LaneWords scratch;
        const auto number = static_cast<std::uint16_t>(step.sources[0].number + i);
        const std::uint32_t* words = read_register(number, step.sources[0].half, scratch);
        if (!words) {
            return false;
        }
        for (unsigned lane = wave.lanes(); lane-- > 0;) {
            if (executes(lane)) {
                environment_->constants[first + i] = words[lane];
            }
        }
    }
    hazards.write_constants(first, instruction.size, pc_, step.effects.result);
    return true;
}

bool Emulator::State::execute_shared_constant_store(const Step& step) {
    const Instruction& instruction = step.instruction;
    const std::uint64_t first = instruction.dst.number;
    const auto source = static_cast<std::uint32_t>(instruction.src0.value);
    if (first + instruction.size > environment_->constants.size()) {
        return fail(FaultKind::constant_range, describe(pc_) + " writes past the constant file");
    }
    for (std::uint64_t i = 0; i < instruction.size; ++i) {
        const bool is_given = source + i < environment_->shared_constants.size();
        environment_->constants[first + i] =
            is_given ? environment_->shared_constants[source + i] : 0;
    }
    hazards.write_constants(first, instruction.size, pc_, step.effects.result);
    return true;
}

} // namespace jacquard::ir3
