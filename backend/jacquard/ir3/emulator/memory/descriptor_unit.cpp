#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/memory/atomics.h>
#include <jacquard/ir3/emulator/memory/descriptor_unit.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// The elements of a storage buffer that an access reaches: some of its own type, or one of the
// descriptor's.
struct BufferAccess {
    DataType type;
    unsigned bytes;
    unsigned count;
};

BufferAccess buffer_access(const Instruction& instruction, const Descriptor& descriptor,
                           unsigned count) {
    if (!instruction.is_typed) {
        return {instruction.type, memory_bytes(instruction.type), count};
    }
    const DataType type = descriptor.texel_bytes == 1   ? DataType::u8
                          : descriptor.texel_bytes == 2 ? DataType::u16
                                                        : DataType::u32;
    return {type, memory_bytes(type), std::min(count, 1U)};
}

} // namespace

bool DescriptorUnit::fail_descriptor(const char* wanted, std::uint32_t index) {
    return fail(FaultKind::missing_descriptor, describe(state_.pc) + " needs a " + wanted +
                                                   ", and descriptor " + std::to_string(index) +
                                                   " is none");
}

const Descriptor* DescriptorUnit::find_descriptor(const Step& step, std::uint32_t index) const {
    const Instruction& instruction = step.instruction;
    std::span<const Descriptor> set = state_.environment->slots;
    if (instruction.is_bindless) {
        const auto& sets = state_.environment->descriptor_sets;
        set =
            instruction.base < sets.size() ? sets[instruction.base] : std::span<const Descriptor>();
    }
    return index < set.size() ? &set[index] : nullptr;
}

bool DescriptorUnit::find_descriptors(const Step& step, unsigned source, LaneDescriptors& found) {
    LaneWords scratch;
    const std::uint32_t* indices = operands_.read_source(step, source, 0, scratch);
    if (!indices) {
        return false;
    }
    const bool is_uniform = step.instruction.mode == ResourceMode::uniform;
    const unsigned first = state_.lanes.any() ? state_.lanes.lowest() : 0;
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        if (!executes(lane)) {
            continue;
        }
        if (is_uniform && indices[lane] != indices[first]) {
            return fail(FaultKind::divergent_descriptor,
                        describe(state_.pc) + " takes descriptors " +
                            std::to_string(indices[first]) + " and " +
                            std::to_string(indices[lane]) +
                            " at once, but says that lanes do not differ");
        }
        found[lane] = find_descriptor(step, indices[lane]);
        if (!found[lane] || (found[lane]->kind != Descriptor::Kind::storage_buffer &&
                             found[lane]->kind != Descriptor::Kind::image)) {
            return fail_descriptor("storage buffer or image", indices[lane]);
        }
    }
    return true;
}

textures::ImageRequest DescriptorUnit::image_request(const Step& step,
                                                     textures::ImageRequest::Kind kind,
                                                     unsigned lane, const Descriptor& image,
                                                     const Coordinates* coordinates) const {
    textures::ImageRequest request;
    request.kind = kind;
    request.lane = lane;
    request.image = image.number;
    request.num_coordinates =
        static_cast<std::uint8_t>(std::min<unsigned>(step.instruction.dimensions, kMaxCoordinates));
    for (unsigned i = 0; coordinates && i < request.num_coordinates; ++i) {
        request.coordinates[i] = static_cast<std::int32_t>((*coordinates)[i][lane]);
    }
    return request;
}

bool DescriptorUnit::access_image(const textures::ImageRequest& request,
                                  std::array<std::uint32_t, 4>& texel) {
    if (!state_.environment->images) {
        return fail(FaultKind::missing_descriptor,
                    describe(state_.pc) + " needs storage images, and the run has none");
    }
    const textures::ImageTexel answer = state_.concurrent != nullptr
                                            ? late_loads_.access_image_weakly(request)
                                            : state_.environment->images->access(request);
    for (std::size_t i = 0; i < texel.size(); ++i) {
        texel[i] = static_cast<std::uint32_t>(answer.components[i]);
    }
    return true;
}

bool DescriptorUnit::change_texel(const Step& step, textures::ImageRequest& request,
                                  std::uint32_t& word, std::uint32_t compare) {
    struct Update final : textures::AtomicUpdate {
        AtomicOperation operation{};
        bool is_signed = false;
        std::uint32_t data = 0;
        std::uint32_t compare = 0;

        [[nodiscard]] std::uint64_t updated(std::uint64_t before,
                                            unsigned /*bits*/) const override {
            return apply_atomic(operation, is_signed, static_cast<std::uint32_t>(before), data,
                                compare);
        }
    };
    Update update;
    update.operation = opcode_info(state_.revision, step.instruction.opcode).operation;
    update.is_signed = elements_.data_type(step.instruction) == DataType::s32;
    update.data = word;
    update.compare = compare;
    request.update = &update;
    request.data[0] = word;
    request.compare = compare;
    std::array<std::uint32_t, 4> texel;
    const bool is_done = access_image(request, texel);
    word = texel[0];
    return is_done;
}

bool DescriptorUnit::execute_descriptor_load(const Step& step) {
    const Instruction& instruction = step.instruction;
    LaneDescriptors descriptors;
    Coordinates coordinates;
    const unsigned dimensions = std::min<unsigned>(instruction.dimensions, kMaxCoordinates);
    if (!find_descriptors(step, 1, descriptors) ||
        !operands_.read_vector(step.sources[0], dimensions, coordinates.data())) {
        return false;
    }
    const unsigned count = std::min<unsigned>(instruction.type_size, 4);
    late_loads_.begin(step);
    std::array<LaneWords, 4> words{};
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        if (!executes(lane)) {
            continue;
        }
        const Descriptor& descriptor = *descriptors[lane];
        if (descriptor.kind == Descriptor::Kind::image) {
            textures::ImageRequest request = image_request(step, textures::ImageRequest::Kind::load,
                                                           lane, descriptor, &coordinates);
            std::array<std::uint32_t, 4> texel;
            if (!access_image(request, texel)) {
                return false;
            }
            for (unsigned i = 0; i < count; ++i) {
                words[i][lane] = narrowed(texel[i], instruction.type);
            }
            continue;
        }
        const LaneMemory memory{&descriptor.memory, descriptor.memory.bytes, 0};
        const std::uint32_t element =
            coordinates[0][lane] + static_cast<std::uint32_t>(instruction.offset);
        const BufferAccess access = buffer_access(instruction, descriptor, count);
        for (unsigned i = 0; i < access.count; ++i) {
            if (!elements_.load_component(memory, (std::uint64_t{element} + i) * access.bytes,
                                          access.type, lane, i, words[i][lane])) {
                return false;
            }
        }
    }
    return late_loads_.end(step, std::span(words).first(count));
}

bool DescriptorUnit::execute_descriptor_store(const Step& step) {
    const Instruction& instruction = step.instruction;
    LaneDescriptors descriptors;
    Coordinates coordinates;
    std::array<LaneWords, 4> words;
    const unsigned dimensions = std::min<unsigned>(instruction.dimensions, kMaxCoordinates);
    const unsigned count = std::min<unsigned>(instruction.type_size, 4);
    if (!find_descriptors(step, 2, descriptors) ||
        !operands_.read_vector(step.sources[0], count, words.data()) ||
        !operands_.read_vector(step.sources[1], dimensions, coordinates.data())) {
        return false;
    }
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        if (!state_.writes_memory(lane)) {
            continue;
        }
        const Descriptor& descriptor = *descriptors[lane];
        if (descriptor.kind == Descriptor::Kind::image) {
            textures::ImageRequest request = image_request(
                step, textures::ImageRequest::Kind::store, lane, descriptor, &coordinates);
            request.num_components = static_cast<std::uint8_t>(count);
            for (unsigned i = 0; i < count; ++i) {
                request.data[i] = widened(words[i][lane], instruction.type);
            }
            std::array<std::uint32_t, 4> texel;
            if (!access_image(request, texel)) {
                return false;
            }
            continue;
        }
        const LaneMemory memory{&descriptor.memory, descriptor.memory.bytes, 0};
        const std::uint32_t element =
            coordinates[0][lane] + static_cast<std::uint32_t>(instruction.offset);
        const BufferAccess access = buffer_access(instruction, descriptor, count);
        for (unsigned i = 0; i < access.count; ++i) {
            if (!elements_.store_element(memory, (std::uint64_t{element} + i) * access.bytes,
                                         access.type, lane, words[i][lane])) {
                return false;
            }
        }
    }
    return true;
}

// The data stand behind the result, and behind them what an exchange expects.
bool DescriptorUnit::execute_descriptor_atomic(const Step& step) {
    const Instruction& instruction = step.instruction;
    const OpcodeInfo& info = opcode_info(state_.revision, instruction.opcode);
    const bool compares = info.operation == AtomicOperation::compare_exchange;
    LaneDescriptors descriptors;
    Coordinates coordinates;
    std::array<LaneWords, 2> words;
    const unsigned dimensions = std::min<unsigned>(instruction.dimensions, kMaxCoordinates);
    StepSource data;
    data.number = static_cast<std::uint16_t>(step.destinations[0].number + 1);
    if (!find_descriptors(step, 1, descriptors) ||
        !operands_.read_vector(step.sources[0], dimensions, coordinates.data()) ||
        !operands_.read_vector(data, compares ? 2 : 1, words.data())) {
        return false;
    }
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        if (!state_.writes_memory(lane)) {
            continue;
        }
        const Descriptor& descriptor = *descriptors[lane];
        const std::uint32_t compare = compares ? words[1][lane] : 0;
        if (descriptor.kind == Descriptor::Kind::image) {
            textures::ImageRequest request = image_request(
                step, textures::ImageRequest::Kind::atomic, lane, descriptor, &coordinates);
            if (!change_texel(step, request, words[0][lane], compare)) {
                return false;
            }
            continue;
        }
        const LaneMemory memory{&descriptor.memory, descriptor.memory.bytes, 0};
        if (!elements_.change_element(memory,
                                      std::uint64_t{coordinates[0][lane]} * sizeof(std::uint32_t),
                                      step, lane, words[0][lane], compare)) {
            return false;
        }
    }
    return operands_.write_destination(step.destinations[0], 0, words[0].data());
}

bool DescriptorUnit::execute_descriptor_size(const Step& step) {
    if (step.destinations[0].number >= kNoRegister) {
        return true; // It only brings the descriptor near.
    }
    LaneDescriptors descriptors;
    if (!find_descriptors(step, 0, descriptors)) {
        return false;
    }
    constexpr unsigned kSizes = 3;
    const bool has_halves = state_.code->machine.slot_memory; // of one number
    std::array<LaneWords, kSizes> words{};
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        if (!executes(lane)) {
            continue;
        }
        const Descriptor& descriptor = *descriptors[lane];
        std::array<std::uint32_t, 4> sizes{};
        if (descriptor.kind == Descriptor::Kind::image) {
            textures::ImageRequest request =
                image_request(step, textures::ImageRequest::Kind::size, lane, descriptor);
            if (!access_image(request, sizes)) {
                return false;
            }
        } else {
            sizes[0] = static_cast<std::uint32_t>(descriptor.memory.bytes.size() /
                                                  state_.code->machine.buffer_size_unit);
        }
        if (has_halves) {
            sizes[1] = sizes[0] >> 16;
            sizes[0] &= 0xffff;
        }
        for (unsigned i = 0; i < kSizes; ++i) {
            words[i][lane] = sizes[i];
        }
    }
    return operands_.write_components(step.destinations[0],
                                      std::span(words).first(has_halves ? 2 : kSizes));
}

} // namespace jacquard::ir3
