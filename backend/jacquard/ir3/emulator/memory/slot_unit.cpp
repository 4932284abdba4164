// Buffers and images in slots, whose accesses say where they begin twice: in elements or texels,
// and in bytes. That both agree is checked for every lane.

#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/memory/slot_unit.h>

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
constexpr unsigned kElementBytes = 4;

} // namespace

bool SlotUnit::read_slot_access(const Step& step, SlotAccess& access) {
    const Instruction& instruction = step.instruction;
    const Places& places = step.action == Action::slot_load ? kOfLoad : kOfOthers;
    const unsigned count =
        instruction.is_typed
            ? std::min<unsigned>(instruction.dimensions, DescriptorUnit::kMaxCoordinates)
            : 1;
    const auto read = [&](unsigned source, unsigned words, LaneWords* out) {
        if (words != 1) {
            return operands_.read_vector(step.sources[source], words, out);
        }
        LaneWords scratch;
        const std::uint32_t* found = operands_.read_source(step, source, 0, scratch);
        if (found) {
            std::copy_n(found, state_.wave.stride(), out->data());
        }
        return found != nullptr;
    };
    access.bytes[1] = {};
    return descriptors_.find_descriptors(step, 0, access.descriptors) &&
           read(places.element, count, access.elements.data()) &&
           read(places.bytes, state_.code->machine.address_registers, access.bytes.data());
}

bool SlotUnit::check_place(const SlotAccess& access, unsigned lane) {
    const Descriptor& descriptor = *access.descriptors[lane];
    std::uint64_t expected = descriptor.address;
    if (descriptor.kind == Descriptor::Kind::image) {
        for (unsigned i = 0; i < DescriptorUnit::kMaxCoordinates; ++i) {
            expected += std::uint64_t{access.elements[i][lane]} * descriptor.steps[i];
        }
    } else {
        expected += std::uint64_t{access.elements[0][lane]} * kElementBytes;
    }
    const std::uint64_t given = access.bytes[0][lane] | std::uint64_t{access.bytes[1][lane]} << 32;
    // Words begin at bytes that are multiples of four, whatever the lowest bits say.
    const std::uint64_t compared =
        descriptor.kind == Descriptor::Kind::image ? 0xffffffff : 0xfffffffc;
    if ((given & compared) == (expected & compared) && given >> 32 == 0) {
        return true;
    }
    return fail(FaultKind::memory_range,
                describe(state_.pc) + " says byte " + std::to_string(given) +
                    ", and what it names begins at byte " + std::to_string(expected));
}

bool SlotUnit::access_slot_image(const Step& step, const SlotAccess& access,
                                 textures::ImageRequest::Kind kind, unsigned lane,
                                 std::span<const LaneWords> data,
                                 std::array<std::uint32_t, 4>& texel) {
    textures::ImageRequest request =
        descriptors_.image_request(step, kind, lane, *access.descriptors[lane], &access.elements);
    const DataType type = step.instruction.type;
    if (kind == textures::ImageRequest::Kind::store) {
        request.num_components = static_cast<std::uint8_t>(data.size());
        for (std::size_t i = 0; i < data.size(); ++i) {
            request.data[i] = widened(data[i][lane], type);
        }
    } else if (kind == textures::ImageRequest::Kind::atomic) {
        texel[0] = data[0][lane];
        return descriptors_.change_texel(step, request, texel[0],
                                         data.size() > 1 ? data[1][lane] : 0);
    }
    return descriptors_.access_image(request, texel);
}

// Calls visit(descriptor, memory, element, lane) for each lane that takes part; false ends it.
template <typename Visit>
bool SlotUnit::for_each_slot_access(const SlotAccess& access, bool changes, Visit&& visit) {
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        if (!(changes ? state_.writes_memory(lane) : executes(lane))) {
            continue;
        }
        const Descriptor& descriptor = *access.descriptors[lane];
        const LaneMemory memory{&descriptor.memory, descriptor.memory.bytes, 0};
        if (!check_place(access, lane) ||
            !visit(descriptor.kind == Descriptor::Kind::image, memory,
                   std::uint64_t{access.elements[0][lane]} * kElementBytes, lane)) {
            return false;
        }
    }
    return true;
}

bool SlotUnit::execute_slot_load(const Step& step) {
    const DataType type = step.instruction.type;
    const unsigned count = std::min<unsigned>(step.instruction.type_size, 4);
    SlotAccess access{};
    std::array<LaneWords, 4> words{};
    const auto load = [&](bool is_image, const LaneMemory& memory, std::uint64_t at,
                          unsigned lane) {
        std::array<std::uint32_t, 4> texel{};
        bool is_done =
            !is_image ||
            access_slot_image(step, access, textures::ImageRequest::Kind::load, lane, {}, texel);
        for (unsigned i = 0; is_done && i < count; ++i) {
            if (is_image) {
                words[i][lane] = narrowed(texel[i], type);
            } else {
                is_done = elements_.load_component(memory, at + std::uint64_t{i} * kElementBytes,
                                                   type, lane, i, words[i][lane]);
            }
        }
        return is_done;
    };
    late_loads_.begin(step);
    return read_slot_access(step, access) && for_each_slot_access(access, false, load) &&
           late_loads_.end(step, std::span(words).first(count));
}

bool SlotUnit::execute_slot_store(const Step& step) {
    const unsigned count = std::min<unsigned>(step.instruction.type_size, 4);
    SlotAccess access{};
    std::array<LaneWords, 4> words;
    const auto store = [&](bool is_image, const LaneMemory& memory, std::uint64_t at,
                           unsigned lane) {
        std::array<std::uint32_t, 4> texel{};
        if (is_image) {
            return access_slot_image(step, access, textures::ImageRequest::Kind::store, lane,
                                     std::span(words).first(count), texel);
        }
        bool is_done = true;
        for (unsigned i = 0; is_done && i < count; ++i) {
            is_done = elements_.store_element(memory, at + std::uint64_t{i} * kElementBytes,
                                              step.instruction.type, lane, words[i][lane]);
        }
        return is_done;
    };
    return read_slot_access(step, access) &&
           operands_.read_vector(step.sources[kOfOthers.data], count, words.data()) &&
           for_each_slot_access(access, true, store);
}

// The data of an exchange that compares is a vector: what is new, and what is expected.
bool SlotUnit::execute_slot_atomic(const Step& step) {
    const bool compares = opcode_info(state_.revision, step.instruction.opcode).operation ==
                          AtomicOperation::compare_exchange;
    SlotAccess access{};
    std::array<LaneWords, 2> words{};
    LaneWords scratch;
    if (!read_slot_access(step, access)) {
        return false;
    }
    const std::uint32_t* data =
        compares ? nullptr : operands_.read_source(step, kOfOthers.data, 0, scratch);
    if (compares ? !operands_.read_vector(step.sources[kOfOthers.data], 2, words.data()) : !data) {
        return false;
    }
    if (data) {
        std::copy_n(data, state_.wave.stride(), words[0].data());
    }
    const auto change = [&](bool is_image, const LaneMemory& memory, std::uint64_t at,
                            unsigned lane) {
        if (!is_image) {
            return elements_.change_element(memory, at, step, lane, words[0][lane],
                                            compares ? words[1][lane] : 0);
        }
        std::array<std::uint32_t, 4> texel{};
        const bool is_done =
            access_slot_image(step, access, textures::ImageRequest::Kind::atomic, lane,
                              std::span(words).first(compares ? 2 : 1), texel);
        words[0][lane] = texel[0];
        return is_done;
    };
    return for_each_slot_access(access, true, change) &&
           operands_.write_destination(step.destinations[0], 0, words[0].data());
}

} // namespace jacquard::ir3
