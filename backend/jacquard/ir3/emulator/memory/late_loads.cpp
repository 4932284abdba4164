// Memory that other waves access at the same time.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/memory/late_loads.h>
#include <jacquard/textures/weak_images.h>

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

void LateLoads::start() {
    is_late_ = false;
    loads_.clear();
}

std::uint32_t LateLoads::kinds_of(const LaneMemory& memory) const {
    return memory.area == &state_.environment->local   ? kLocal
           : memory.area == &state_.environment->stage ? kStage
                                                       : kGlobal;
}

void LateLoads::begin(const Step& step) {
    if (state_.concurrent == nullptr) {
        return;
    }
    state_.concurrent->order.begin_instruction(state_.agent);
    const Sync waited_for_by = step.effects.result_of(step.destinations[0].number);
    is_late_ = state_.options->check_hazards && waited_for_by != Sync::none &&
               state_.concurrent->order.one_in(kLateIn);
    if (is_late_) {
        loads_.push_back({step.destinations[0], waited_for_by, 0, {}});
    }
}

// Values that are known already are written at once: zeros, and private memory of lanes.
bool LateLoads::end(const Step& step, std::span<const LaneWords> words) {
    if (is_late_) {
        loads_.back().num_components = static_cast<unsigned>(words.size());
        is_late_ = false;
    }
    return operands_.write_components(step.destinations[0], words);
}

bool LateLoads::finish_load(const LateLoad& load) {
    state_.concurrent->order.begin_instruction(state_.agent);
    const LaneMask lanes = state_.lanes;
    for (unsigned component = 0; component < load.num_components; ++component) {
        LaneWords words{};
        state_.lanes = {};
        for (const LateElement& element : load.elements) {
            if (element.component == component) {
                state_.lanes.set(element.lane);
                words[element.lane] = static_cast<std::uint32_t>(state_.concurrent->memory.load(
                    state_.agent, kinds_of(element.memory),
                    element.memory.bytes.data() + element.at, memory_bytes(element.type)));
            }
        }
        const auto number = static_cast<std::uint16_t>(load.destination.number + component);
        if (!operands_.write_register(number, load.destination.half, words.data())) {
            return false;
        }
    }
    state_.lanes = lanes;
    return true;
}

bool LateLoads::finish_loads_waited_for(const Step& step) {
    bool is_done = true;
    std::erase_if(loads_, [&](const LateLoad& load) {
        const bool is_waited_for = (contains(load.waited_for_by, Sync::ss) && step.take_short) ||
                                   (contains(load.waited_for_by, Sync::sy) && step.take_long);
        is_done = (!is_waited_for || finish_load(load)) && is_done;
        return is_waited_for;
    });
    return is_done;
}

// But for the load at hand, which only begins.
bool LateLoads::finish_loads_of(const std::byte* at, unsigned bytes) {
    const std::size_t count = loads_.size() - (is_late_ ? 1 : 0);
    bool is_done = true;
    for (std::size_t i = 0; i < count; ++i) {
        LateLoad& load = loads_[i];
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

bool LateLoads::finish_loads() {
    bool is_done = true;
    for (const LateLoad& load : loads_) {
        is_done = finish_load(load) && is_done;
    }
    loads_.clear();
    return is_done;
}

// A fence that orders writes releases what came before; one that orders reads acquires. Beyond the
// workgroup some machines acquire by invalidating the cache.
bool LateLoads::order_memory(const Step& step) {
    const Instruction& instruction = step.instruction;
    const MachineFacts& machine = state_.code->machine;
    if (instruction.opcode == role::kInvalidate) {
        state_.concurrent->order.acquire(state_.agent, kGlobal, FenceReach::device);
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
        state_.concurrent->order.acquire(state_.agent, kinds,
                                         machine.invalidates_caches ? FenceReach::group
                                                                    : FenceReach::device);
    }
    if (instruction.order_writes) {
        // Writes that others released are in memory by then, whatever the cache of this wave holds.
        state_.concurrent->order.release_all(state_.agent, kinds, FenceReach::device);
    }
    return true;
}

// Whatever others released before they came is seen.
void LateLoads::leave_barrier() {
    state_.concurrent->order.acquire(state_.agent, kAll, FenceReach::group);
}

textures::ImageTexel LateLoads::access_image_weakly(const textures::ImageRequest& request) {
    return textures::access_weakly(*state_.environment->images, request, state_.concurrent->texels,
                                   state_.agent, kGlobal);
}

} // namespace jacquard::ir3
