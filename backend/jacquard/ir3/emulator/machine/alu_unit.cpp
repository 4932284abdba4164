#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/decode/lane_results.h>
#include <jacquard/ir3/emulator/machine/alu_unit.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

// Executes a step that was not decoded to operations, because its sources depend on the lanes.
bool AluUnit::execute_lanes(const Step& step) {
    LaneWords scratch[3];
    LaneWords results;
    const unsigned count = state_.wave.stride();
    const StepDestination& destination = step.destinations[0];
    const bool is_direct = step.writes_in_place && state_.lanes == state_.wave.all_lanes();
    const Wave& registers = state_.wave; // that are only read
    for (unsigned r = 0; r <= step.effects.repeat; ++r) {
        const std::uint32_t* sources[3] = {nullptr, nullptr, nullptr};
        for (unsigned i = 0; i < step.num_sources; ++i) {
            const StepSource& source = step.sources[i];
            if (source.in_place) {
                const unsigned stepped = source.repeats ? r : 0;
                sources[i] = registers.full(source.number + stepped);
                continue;
            }
            sources[i] = operands_.read_source(step, i, r, scratch[i]);
            if (!sources[i]) {
                return false;
            }
        }
        std::uint32_t* out = is_direct ? state_.wave.full(destination.number + r) : results.data();
        step.kernel(sources[0], sources[1], sources[2], out, count, step.fields);
        if (step.saturate_float) {
            saturate_float(out, count, !step.full_sources);
        }
        if (is_direct) {
            continue;
        }
        if (step.width_change != WidthChange::none) {
            change_width(step.width_change, out, count);
        }
        if (!operands_.write_destination(destination, r, out)) {
            return false;
        }
    }
    return true;
}

bool AluUnit::execute_convert(const Step& step) {
    LaneWords scratch;
    LaneWords results;
    const Instruction& instruction = step.instruction;
    const bool copies = instruction.src_type == instruction.dst_type;
    for (unsigned r = 0; r <= step.effects.repeat; ++r) {
        const std::uint32_t* words = operands_.read_source(step, 0, r, scratch);
        if (!words) {
            return false;
        }
        if (!copies) {
            for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
                results[lane] = convert(words[lane], instruction.src_type, instruction.dst_type,
                                        instruction.round);
            }
            words = results.data();
        }
        if (!operands_.write_destination(step.destinations[0], r, words)) {
            return false;
        }
    }
    return true;
}

bool AluUnit::execute_move_many(const Step& step) {
    const unsigned moves = std::max(step.num_sources, step.num_destinations);
    const Instruction& instruction = step.instruction;
    LaneWords values[Step::kMaxOperands];
    for (unsigned i = 0; i < moves; ++i) {
        LaneWords scratch;
        // A vector operand stands for itself and the registers behind it.
        StepSource source = step.sources[i < step.num_sources ? i : 0];
        const unsigned stepped = i < step.num_sources ? 0 : i;
        source.number = static_cast<std::uint16_t>(source.number + stepped);
        const std::uint32_t* words = operands_.read_register(source.number, source.half, scratch);
        if (!words) {
            return false;
        }
        for (unsigned lane = 0; lane < state_.wave.stride(); ++lane) {
            values[i][lane] =
                convert(words[lane], instruction.src_type, instruction.dst_type, instruction.round);
        }
    }
    for (unsigned i = 0; i < moves; ++i) {
        const bool own = i < step.num_destinations;
        const StepDestination& destination = step.destinations[own ? i : 0];
        const auto number = static_cast<std::uint16_t>(destination.number + (own ? 0 : i));
        if (!operands_.write_register(number, destination.half, values[i].data())) {
            return false;
        }
    }
    return true;
}

bool AluUnit::execute_lane_mask(const Step& step) {
    for (unsigned r = 0; r <= step.effects.repeat; ++r) {
        const auto word =
            r < 4 ? static_cast<std::uint32_t>(state_.lanes.words[r / 2] >> r % 2 * 32) : 0;
        LaneWords words;
        std::fill_n(words.data(), state_.wave.stride(), word);
        const auto number = static_cast<std::uint16_t>(step.destinations[0].number + r);
        if (!operands_.write_register(number, false, words.data())) {
            return false;
        }
    }
    return true;
}

} // namespace jacquard::ir3
