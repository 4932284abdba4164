#include "machine.h"

#include <bit>

namespace jacquard::ir3 {
namespace {

unsigned cluster_size(const Instruction& instruction) {
    return 2U << instruction.cluster;
}

LaneMask cluster_mask(unsigned first, unsigned size) {
    const LaneMask lanes = size >= 64 ? ~LaneMask{0} : (LaneMask{1} << size) - 1;
    return lanes << first;
}

} // namespace

bool Emulator::State::execute_quad_shuffle(const Step& step) {
    LaneWords scratch;
    LaneWords index_scratch;
    LaneWords results{};
    const std::uint32_t* words = read_source(step, 0, 0, scratch);
    const std::uint32_t* indices = nullptr;
    if (words && step.num_sources == 2) {
        indices = read_source(step, 1, 0, index_scratch);
        if (!indices) {
            return false;
        }
    }
    if (!words) {
        return false;
    }
    const unsigned other = opcode_info(revision, step.instruction.opcode).variant;
    for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
        const unsigned from = indices ? (lane & ~3U) + (indices[lane] & 3) : lane ^ other;
        results[lane] = words[from < wave.lanes() ? from : lane];
    }
    return write_destination(step.destinations[0], 0, results.data());
}

// Relative modes count round the wave; the others keep their own value at its ends.
bool Emulator::State::execute_shuffle(const Step& step) {
    LaneWords scratch;
    LaneWords amount_scratch;
    const std::uint32_t* words = read_source(step, 0, 0, scratch);
    const std::uint32_t* amounts = words ? read_source(step, 1, 0, amount_scratch) : nullptr;
    if (!amounts) {
        return false;
    }
    LaneWords results;
    const unsigned count = wave.lanes();
    for (unsigned lane = 0; lane < count; ++lane) {
        const std::uint32_t amount = amounts[lane];
        std::uint32_t from = lane;
        switch (step.instruction.shuffle_mode) {
        case ShuffleMode::xor_: from = lane ^ amount; break;
        case ShuffleMode::up: from = amount <= lane ? lane - amount : lane; break;
        case ShuffleMode::down: from = amount < count - lane ? lane + amount : lane; break;
        case ShuffleMode::rup: from = (lane - amount) % count; break;
        case ShuffleMode::rdown: from = (lane + amount) % count; break;
        }
        results[lane] = words[from < count ? from : lane];
    }
    return write_destination(step.destinations[0], 0, results.data());
}

bool Emulator::State::execute_broadcast_cluster(const Step& step) {
    LaneWords scratch;
    LaneWords old_scratch;
    const StepDestination& destination = step.destinations[0];
    const std::uint32_t* words = read_source(step, 0, 0, scratch);
    const std::uint32_t* old =
        words ? read_register(destination.number, destination.half, old_scratch) : nullptr;
    if (!old) {
        return false;
    }
    LaneWords results;
    const unsigned half = cluster_size(step.instruction) / 2;
    for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
        results[lane] = old[lane];
        if (lane % (2 * half) < half) {
            continue;
        }
        const LaneMask lower = lanes_ & cluster_mask(lane / (2 * half) * 2 * half, half);
        if (lower != 0) {
            results[lane] = words[63 - static_cast<unsigned>(std::countl_zero(lower))];
        }
    }
    return write_destination(destination, 0, results.data());
}

bool Emulator::State::execute_elect_last(const Step& step) {
    if (lanes_ == 0) {
        return true;
    }
    const unsigned size = cluster_size(step.instruction);
    const auto lowest = static_cast<unsigned>(std::countr_zero(lanes_));
    const LaneMask first = lanes_ & cluster_mask(lowest / size * size, size);
    const LaneMask last = LaneMask{1} << (63 - static_cast<unsigned>(std::countl_zero(first)));
    return diverge(step.target, first & ~last);
}

} // namespace jacquard::ir3
