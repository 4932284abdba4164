// Memory that other waves access at the same time.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/machine/machine.h>

#include <algorithm>

namespace jacquard::ir3 {
namespace {

constexpr std::uint32_t kLocal = 1;
constexpr std::uint32_t kGlobal = 2;
constexpr std::uint32_t kStage = 4;
constexpr std::uint32_t kAll = kLocal | kGlobal | kStage;
// One load of so many is done late.
constexpr std::uint32_t kLateIn = 2;

} // namespace

std::uint32_t Emulator::State::kinds_of(const LaneMemory& memory) const {
    return memory.area == &environment_->local   ? kLocal
           : memory.area == &environment_->stage ? kStage
                                                 : kGlobal;
}

void Emulator::State::begin_load(const Step& step) {
    if (concurrent_ == nullptr) {
        return;
    }
    concurrent_->order.begin_instruction(agent_);
    const Sync waited_for_by = step.effects.result_of(step.destinations[0].number);
    is_late_ = options_->check_hazards && waited_for_by != Sync::none &&
               concurrent_->order.one_in(kLateIn);
    if (is_late_) {
        late_loads_.push_back({step.destinations[0], waited_for_by, 0, {}});
    }
}

// Loads before it of the same bytes must not see what is newer than what it sees.
bool Emulator::State::load_component(const LaneMemory& memory, std::uint64_t at, DataType type,
                                     unsigned lane, unsigned component, std::uint32_t& word) {
    if (!is_late_ || !is_shared(memory)) {
        return load_element(memory, at, type, lane, word);
    }
    bool inside = false;
    word = 0;
    const unsigned bytes = memory_bytes(type);
    if (!is_inside(memory, at, bytes, inside) ||
        (inside && !finish_loads_of(memory.bytes.data() + at, bytes))) {
        return false;
    }
    if (inside) {
        late_loads_.back().elements.push_back({memory, at, type, lane, component});
    }
    return true;
}

// What is known already is written at once: zeros, and what lanes have for themselves.
bool Emulator::State::end_load(const Step& step, std::span<const LaneWords> words) {
    if (is_late_) {
        late_loads_.back().num_components = static_cast<unsigned>(words.size());
        is_late_ = false;
    }
    return write_components(step.destinations[0], words);
}

bool Emulator::State::finish_load(const LateLoad& load) {
    concurrent_->order.begin_instruction(agent_);
    const LaneMask lanes = lanes_;
    for (unsigned component = 0; component < load.num_components; ++component) {
        LaneWords words{};
        lanes_ = {};
        for (const LateElement& element : load.elements) {
            if (element.component == component) {
                lanes_.set(element.lane);
                words[element.lane] = static_cast<std::uint32_t>(concurrent_->memory.load(
                    agent_, kinds_of(element.memory), element.memory.bytes.data() + element.at,
                    memory_bytes(element.type)));
            }
        }
        const auto number = static_cast<std::uint16_t>(load.destination.number + component);
        if (!write_register(number, load.destination.half, words.data())) {
            return false;
        }
    }
    lanes_ = lanes;
    return true;
}

bool Emulator::State::finish_loads_waited_for(const Step& step) {
    bool is_done = true;
    std::erase_if(late_loads_, [&](const LateLoad& load) {
        const bool is_waited_for = (contains(load.waited_for_by, Sync::ss) && step.take_short) ||
                                   (contains(load.waited_for_by, Sync::sy) && step.take_long);
        is_done = (!is_waited_for || finish_load(load)) && is_done;
        return is_waited_for;
    });
    return is_done;
}

// But for the load at hand, which only begins.
bool Emulator::State::finish_loads_of(const std::byte* at, unsigned bytes) {
    const std::size_t count = late_loads_.size() - (is_late_ ? 1 : 0);
    bool is_done = true;
    for (std::size_t i = 0; i < count; ++i) {
        LateLoad& load = late_loads_[i];
        const bool is_same = std::any_of(
            load.elements.begin(), load.elements.end(), [&](const LateElement& element) {
                const std::byte* first = element.memory.bytes.data() + element.at;
                return first < at + bytes && at < first + memory_bytes(element.type);
            });
        if (is_same) {
            is_done = finish_load(load) && is_done;
            load.elements.clear(); // nothing is left of it
            load.num_components = 0;
        }
    }
    return is_done;
}

bool Emulator::State::finish_loads() {
    bool is_done = true;
    for (const LateLoad& load : late_loads_) {
        is_done = finish_load(load) && is_done;
    }
    late_loads_.clear();
    return is_done;
}

// A fence that orders writes releases what came before; one that orders reads acquires. Beyond the
// workgroup some machines acquire by invalidating the cache.
bool Emulator::State::order_memory(const Step& step) {
    const Instruction& instruction = step.instruction;
    const MachineFacts& machine = code_->machine;
    if (instruction.opcode == role::kInvalidate) {
        concurrent_->order.acquire(agent_, kGlobal, FenceReach::device);
        return true;
    }
    std::uint32_t kinds = instruction.reach_global ? kGlobal : 0;
    if (!machine.slot_memory || instruction.reach_local) {
        kinds |= kLocal | kStage;
    }
    if (instruction.order_reads) {
        if (!finish_loads()) {
            return false;
        }
        concurrent_->order.acquire(
            agent_, kinds, machine.invalidates_caches ? FenceReach::group : FenceReach::device);
    }
    if (instruction.order_writes) {
        // What others released is in memory by then, whatever the cache of this wave holds.
        concurrent_->order.release_all(agent_, kinds, FenceReach::device);
    }
    return true;
}

// Whatever others released before they came is seen.
void Emulator::State::leave_barrier() {
    concurrent_->order.acquire(agent_, kAll, FenceReach::group);
}

std::array<std::uint32_t, 4> Emulator::State::access_image_weakly(const ImageRequest& request) {
    StorageImages& images = *environment_->images;
    const auto coordinate = [&](unsigned i) {
        return static_cast<std::uint32_t>(request.coordinates[i]);
    };
    const WeakTexels::Place place = {request.image, coordinate(0), coordinate(1), coordinate(2)};
    const auto widened = [](const std::array<std::uint32_t, 4>& words) {
        return WeakTexels::Texel{words[0], words[1], words[2], words[3]};
    };
    ImageRequest load = request;
    load.kind = ImageRequest::Kind::load;
    switch (request.kind) {
    case ImageRequest::Kind::load: {
        const WeakTexels::Texel texel =
            concurrent_->texels.load(agent_, kGlobal, place, widened(images.access(request)));
        std::array<std::uint32_t, 4> words{};
        std::transform(texel.begin(), texel.end(), words.begin(),
                       [](std::uint64_t word) { return static_cast<std::uint32_t>(word); });
        return words;
    }
    case ImageRequest::Kind::store:
    case ImageRequest::Kind::atomic: {
        const WeakTexels::Texel before = widened(images.access(load));
        const std::array<std::uint32_t, 4> answer = images.access(request);
        const WeakTexels::Texel after = widened(images.access(load));
        if (request.kind == ImageRequest::Kind::store) {
            concurrent_->texels.store(agent_, kGlobal, place, before, after);
        } else {
            concurrent_->texels.change(agent_, kGlobal, place, before, after);
        }
        return answer;
    }
    case ImageRequest::Kind::size: break;
    }
    return images.access(request);
}

} // namespace jacquard::ir3
