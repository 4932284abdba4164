// Buffers and images in slots, whose accesses say where they begin twice: in elements or texels,
// and in bytes. That both agree is checked for every lane.

#include "convert.h"
#include "machine.h"

#include <algorithm>

namespace jacquard::ir3 {
namespace {

// The sources of an instruction: the slot is the first, and loads have no data.
struct Places {
    unsigned data;
    unsigned element; // or coordinates
    unsigned bytes;
};
constexpr Places kOfLoad = {0, 2, 1};
constexpr Places kOfOthers = {1, 2, 3};
constexpr unsigned kWordBytes = 4;

} // namespace

struct Emulator::State::SlotAccess {
    LaneDescriptors descriptors;
    Coordinates elements;
    std::array<LaneWords, 2> bytes; // low words, high words
};

bool Emulator::State::read_slot_access(const Step& step, SlotAccess& access) {
    const Instruction& instruction = step.instruction;
    const Places& places = step.action == Action::slot_load ? kOfLoad : kOfOthers;
    const unsigned count =
        instruction.is_typed ? std::min<unsigned>(instruction.dimensions, kMaxCoordinates) : 1;
    const auto read = [&](unsigned source, unsigned words, LaneWords* out) {
        if (words != 1) {
            return read_vector(step.sources[source], words, out);
        }
        LaneWords scratch;
        const uint32_t* found = read_source(step, source, 0, scratch);
        if (found) {
            std::copy_n(found, wave.stride(), out->data());
        }
        return found != nullptr;
    };
    access.bytes[1] = {};
    return find_descriptors(step, 0, access.descriptors) &&
           read(places.element, count, access.elements.data()) &&
           read(places.bytes, code_->machine.address_registers, access.bytes.data());
}

bool Emulator::State::check_place(const SlotAccess& access, unsigned lane) {
    const Descriptor& descriptor = *access.descriptors[lane];
    uint64_t expected = descriptor.address;
    if (descriptor.kind == Descriptor::Kind::image) {
        for (unsigned i = 0; i < kMaxCoordinates; ++i) {
            expected += uint64_t{access.elements[i][lane]} * descriptor.steps[i];
        }
    } else {
        expected += uint64_t{access.elements[0][lane]} * kWordBytes;
    }
    const uint64_t given = access.bytes[0][lane] | uint64_t{access.bytes[1][lane]} << 32;
    if ((given & 0xffffffff) == (expected & 0xffffffff) && given >> 32 == 0) {
        return true;
    }
    return fail(FaultKind::memory_range, describe(pc_) + " says byte " + std::to_string(given) +
                                             ", and what it names begins at byte " +
                                             std::to_string(expected));
}

bool Emulator::State::access_slot_image(const Step& step, const SlotAccess& access,
                                        ImageRequest::Kind kind, unsigned lane,
                                        std::span<const LaneWords> data,
                                        std::array<uint32_t, 4>& texel) {
    ImageRequest request =
        image_request(step, kind, lane, *access.descriptors[lane], &access.elements);
    const DataType type = step.instruction.type;
    if (kind == ImageRequest::Kind::store) {
        request.num_components = static_cast<uint8_t>(data.size());
        for (std::size_t i = 0; i < data.size(); ++i) {
            request.data[i] = widened(data[i][lane], type);
        }
    } else if (kind == ImageRequest::Kind::atomic) {
        request.operation = opcode_info(revision, step.instruction.opcode).operation;
        request.data[0] = data[0][lane];
        request.compare = data.size() > 1 ? data[1][lane] : 0;
    }
    return access_image(request, texel);
}

bool Emulator::State::execute_slot_load(const Step& step) {
    const Instruction& instruction = step.instruction;
    SlotAccess access{};
    if (!read_slot_access(step, access)) {
        return false;
    }
    const unsigned count = std::min<unsigned>(instruction.type_size, 4);
    std::array<LaneWords, 4> words{};
    for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
        if (!executes(lane)) {
            continue;
        }
        if (!check_place(access, lane)) {
            return false;
        }
        const Descriptor& descriptor = *access.descriptors[lane];
        if (descriptor.kind == Descriptor::Kind::image) {
            std::array<uint32_t, 4> texel{};
            if (!access_slot_image(step, access, ImageRequest::Kind::load, lane, {}, texel)) {
                return false;
            }
            for (unsigned i = 0; i < count; ++i) {
                words[i][lane] = narrowed(texel[i], instruction.type);
            }
            continue;
        }
        const LaneMemory memory{&descriptor.memory, descriptor.memory.bytes, 0};
        for (unsigned i = 0; i < count; ++i) {
            if (!load_element(memory, (uint64_t{access.elements[0][lane]} + i) * kWordBytes,
                              instruction.type, lane, words[i][lane])) {
                return false;
            }
        }
    }
    return write_components(step.destinations[0], std::span(words).first(count));
}

bool Emulator::State::execute_slot_store(const Step& step) {
    const Instruction& instruction = step.instruction;
    SlotAccess access{};
    std::array<LaneWords, 4> words;
    const unsigned count = std::min<unsigned>(instruction.type_size, 4);
    if (!read_slot_access(step, access) ||
        !read_vector(step.sources[kOfOthers.data], count, words.data())) {
        return false;
    }
    for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
        if (!writes_memory(lane)) {
            continue;
        }
        if (!check_place(access, lane)) {
            return false;
        }
        const Descriptor& descriptor = *access.descriptors[lane];
        if (descriptor.kind == Descriptor::Kind::image) {
            std::array<uint32_t, 4> texel{};
            if (!access_slot_image(step, access, ImageRequest::Kind::store, lane,
                                   std::span(words).first(count), texel)) {
                return false;
            }
            continue;
        }
        const LaneMemory memory{&descriptor.memory, descriptor.memory.bytes, 0};
        for (unsigned i = 0; i < count; ++i) {
            if (!store_element(memory, (uint64_t{access.elements[0][lane]} + i) * kWordBytes,
                               instruction.type, lane, words[i][lane])) {
                return false;
            }
        }
    }
    return true;
}

// The data of an exchange that compares is a vector: what is new, and what is expected.
bool Emulator::State::execute_slot_atomic(const Step& step) {
    const bool compares = opcode_info(revision, step.instruction.opcode).operation ==
                          AtomicOperation::compare_exchange;
    SlotAccess access{};
    std::array<LaneWords, 2> words{};
    LaneWords scratch;
    if (!read_slot_access(step, access)) {
        return false;
    }
    if (compares) {
        if (!read_vector(step.sources[kOfOthers.data], 2, words.data())) {
            return false;
        }
    } else {
        const uint32_t* data = read_source(step, kOfOthers.data, 0, scratch);
        if (!data) {
            return false;
        }
        std::copy_n(data, wave.stride(), words[0].data());
    }
    for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
        if (!writes_memory(lane)) {
            continue;
        }
        if (!check_place(access, lane)) {
            return false;
        }
        const Descriptor& descriptor = *access.descriptors[lane];
        if (descriptor.kind == Descriptor::Kind::image) {
            std::array<uint32_t, 4> texel{};
            if (!access_slot_image(step, access, ImageRequest::Kind::atomic, lane,
                                   std::span(words).first(compares ? 2 : 1), texel)) {
                return false;
            }
            words[0][lane] = texel[0];
            continue;
        }
        const LaneMemory memory{&descriptor.memory, descriptor.memory.bytes, 0};
        if (!change_element(memory, uint64_t{access.elements[0][lane]} * kWordBytes, step, lane,
                            words[0][lane], compares ? words[1][lane] : 0)) {
            return false;
        }
    }
    return write_destination(step.destinations[0], 0, words[0].data());
}

} // namespace jacquard::ir3
