#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/machine/lane_unit.h>

namespace jacquard::ir3 {

namespace {

unsigned cluster_size(const Instruction& instruction) {
    return 2U << instruction.cluster;
}

LaneMask cluster_mask(unsigned first, unsigned size) {
    return LaneMask::first(first + size) - LaneMask::first(first);
}

} // namespace

bool LaneUnit::execute_quad_shuffle(const Step& step) {
    LaneWords scratch;
    LaneWords index_scratch;
    LaneWords results{};
    const std::uint32_t* words = operands_.read_source(step, 0, 0, scratch);
    const std::uint32_t* indices = nullptr;
    if (words && step.num_sources == 2) {
        indices = operands_.read_source(step, 1, 0, index_scratch);
        if (!indices) {
            return false;
        }
    }
    if (!words) {
        return false;
    }
    const unsigned other = opcode_info(state_.revision, step.instruction.opcode).variant;
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        const unsigned from = indices ? (lane & ~3U) + (indices[lane] & 3) : lane ^ other;
        results[lane] = from < state_.wave.lanes() ? words[from] : 0;
    }
    return operands_.write_destination(step.destinations[0], 0, results.data());
}

// Relative modes count round a full wave; the others keep their own value at the ends of this one.
// Lanes that do not exist hold 0.
bool LaneUnit::execute_shuffle(const Step& step) {
    LaneWords scratch;
    LaneWords amount_scratch;
    const std::uint32_t* words = operands_.read_source(step, 0, 0, scratch);
    const std::uint32_t* amounts =
        words ? operands_.read_source(step, 1, 0, amount_scratch) : nullptr;
    if (!amounts) {
        return false;
    }
    LaneWords results;
    const unsigned count = state_.wave.lanes();
    const std::uint32_t last = state_.wave.size() - 1;
    for (unsigned lane = 0; lane < count; ++lane) {
        const std::uint32_t amount = amounts[lane];
        std::uint32_t from = lane;
        switch (step.instruction.shuffle_mode) {
        case ShuffleMode::xor_: from = lane ^ amount; break;
        case ShuffleMode::up: from = amount <= lane ? lane - amount : lane; break;
        case ShuffleMode::down: from = amount < count - lane ? lane + amount : lane; break;
        case ShuffleMode::rup: from = (lane - amount) & last; break;
        case ShuffleMode::rdown: from = (lane + amount) & last; break;
        }
        results[lane] = from < count ? words[from] : 0;
    }
    return operands_.write_destination(step.destinations[0], 0, results.data());
}

bool LaneUnit::execute_broadcast_cluster(const Step& step) {
    LaneWords scratch;
    LaneWords old_scratch;
    const StepDestination& destination = step.destinations[0];
    const std::uint32_t* words = operands_.read_source(step, 0, 0, scratch);
    const std::uint32_t* old =
        words ? operands_.read_register(destination.number, destination.half, old_scratch)
              : nullptr;
    if (!old) {
        return false;
    }
    LaneWords results;
    const unsigned half = cluster_size(step.instruction) / 2;
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        results[lane] = old[lane];
        if (lane % (2 * half) < half) {
            continue;
        }
        const LaneMask lower = state_.lanes & cluster_mask(lane / (2 * half) * 2 * half, half);
        if (lower.any()) {
            results[lane] = words[lower.highest()];
        }
    }
    return operands_.write_destination(destination, 0, results.data());
}

// The value that a lane that is not there has is nobody's: 0.
bool LaneUnit::execute_lane_value(const Step& step) {
    const Instruction& instruction = step.instruction;
    std::uint32_t lane = 0;
    LaneWords scratch;
    const std::uint32_t* words = operands_.read_source(step, 0, 0, scratch);
    if (words == nullptr || !operands_.read_uniform(step, step.sources[1], lane)) {
        return false;
    }
    const std::uint32_t word = lane < state_.wave.lanes() ? words[lane] : 0;
    LaneWords results;
    results.fill(
        instruction.src_type == instruction.dst_type
            ? word
            : convert(word, instruction.src_type, instruction.dst_type, instruction.round));
    return operands_.write_destination(step.destinations[0], 0, results.data());
}

bool LaneUnit::execute_elect_last(const Step& step) {
    if (state_.lanes.none()) {
        return true;
    }
    const unsigned size = cluster_size(step.instruction);
    const unsigned lowest = state_.lanes.lowest();
    const LaneMask first = state_.lanes & cluster_mask(lowest / size * size, size);
    return control_.diverge(step.target, first - LaneMask::single(first.highest()));
}

bool LaneUnit::execute_lane_number(const Step& step) {
    LaneWords words{};
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        words[lane] = lane;
    }
    return operands_.write_destination(step.destinations[0], 0, words.data());
}

} // namespace jacquard::ir3
