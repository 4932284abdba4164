#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/decode/lane_results.h>
#include <jacquard/ir3/emulator/machine/machine.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

// What no operations were made of, because sources depend on the lanes.
bool Emulator::State::execute_lanes(const Step& step) {
    LaneWords scratch[3];
    LaneWords results;
    const unsigned count = wave.stride();
    const StepDestination& destination = step.destinations[0];
    const bool is_direct = step.writes_in_place && lanes_ == wave.all_lanes();
    const Wave& registers = wave; // that are only read
    for (unsigned r = 0; r <= step.effects.repeat; ++r) {
        const std::uint32_t* sources[3] = {nullptr, nullptr, nullptr};
        for (unsigned i = 0; i < step.num_sources; ++i) {
            const StepSource& source = step.sources[i];
            if (source.in_place) {
                const unsigned stepped = source.repeats ? r : 0;
                sources[i] = registers.full(source.number + stepped);
                continue;
            }
            sources[i] = read_source(step, i, r, scratch[i]);
            if (!sources[i]) {
                return false;
            }
        }
        std::uint32_t* out = is_direct ? wave.full(destination.number + r) : results.data();
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
        if (!write_destination(destination, r, out)) {
            return false;
        }
    }
    return true;
}

bool Emulator::State::execute_convert(const Step& step) {
    LaneWords scratch;
    LaneWords results;
    const Instruction& instruction = step.instruction;
    const bool copies = instruction.src_type == instruction.dst_type;
    for (unsigned r = 0; r <= step.effects.repeat; ++r) {
        const std::uint32_t* words = read_source(step, 0, r, scratch);
        if (!words) {
            return false;
        }
        if (!copies) {
            for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
                results[lane] = convert(words[lane], instruction.src_type, instruction.dst_type,
                                        instruction.round);
            }
            words = results.data();
        }
        if (!write_destination(step.destinations[0], r, words)) {
            return false;
        }
    }
    return true;
}

bool Emulator::State::execute_move_many(const Step& step) {
    const unsigned moves = std::max(step.num_sources, step.num_destinations);
    const Instruction& instruction = step.instruction;
    LaneWords values[Step::kMaxOperands];
    for (unsigned i = 0; i < moves; ++i) {
        LaneWords scratch;
        // A vector operand stands for itself and the registers behind it.
        StepSource source = step.sources[i < step.num_sources ? i : 0];
        const unsigned stepped = i < step.num_sources ? 0 : i;
        source.number = static_cast<std::uint16_t>(source.number + stepped);
        const std::uint32_t* words = read_register(source.number, source.half, scratch);
        if (!words) {
            return false;
        }
        for (unsigned lane = 0; lane < wave.stride(); ++lane) {
            values[i][lane] =
                convert(words[lane], instruction.src_type, instruction.dst_type, instruction.round);
        }
    }
    for (unsigned i = 0; i < moves; ++i) {
        const bool own = i < step.num_destinations;
        const StepDestination& destination = step.destinations[own ? i : 0];
        const auto number = static_cast<std::uint16_t>(destination.number + (own ? 0 : i));
        if (!write_register(number, destination.half, values[i].data())) {
            return false;
        }
    }
    return true;
}

bool Emulator::State::execute_lane_mask(const Step& step) {
    for (unsigned r = 0; r <= step.effects.repeat; ++r) {
        const auto word = r < 4 ? static_cast<std::uint32_t>(lanes_.words[r / 2] >> r % 2 * 32) : 0;
        LaneWords words;
        std::fill_n(words.data(), wave.stride(), word);
        const auto number = static_cast<std::uint16_t>(step.destinations[0].number + r);
        if (!write_register(number, false, words.data())) {
            return false;
        }
    }
    return true;
}

// A varying of a lane at the weights that the instruction takes, where they are not its own.
std::uint32_t Emulator::State::varying_at(const QuadWeights& weights, std::uint64_t component,
                                          unsigned lane) const {
    const std::uint64_t row = component * wave.lanes();
    const std::span<const std::uint32_t> words = environment_->varyings;
    const unsigned first = lane & ~(kQuadPixels - 1);
    if (first + kQuadPixels > wave.lanes() ||
        are_own_weights(weights, lane % kQuadPixels,
                        environment_->reciprocal_w.subspan(first, kQuadPixels))) {
        return words[row + lane];
    }
    std::array<float, 3> corners{};
    for (unsigned corner = 0; corner < corners.size(); ++corner) {
        corners[corner] = std::bit_cast<float>(words[row + first + corner]);
    }
    return std::bit_cast<std::uint32_t>(weighted(corners, weights));
}

bool Emulator::State::moves_weights() const {
    return code_->may_move_weights && environment_->reciprocal_w.size() >= wave.lanes();
}

bool Emulator::State::copy_varyings(const Step& step) {
    const StepSource& source = step.sources[0];
    const std::size_t count = wave.lanes();
    const unsigned last = source.repeats ? step.effects.repeat : 0U;
    if (source.kind != OperandKind::immediate || source.negate || source.invert ||
        moves_weights() || !step.writes_in_place || lanes_ != wave.all_lanes() ||
        (std::uint64_t{source.immediate} + last + 1) * count > environment_->varyings.size()) {
        return false;
    }
    for (unsigned r = 0; r <= step.effects.repeat; ++r) {
        const std::size_t component = source.immediate + (source.repeats ? r : 0U);
        std::copy_n(environment_->varyings.data() + component * count, count,
                    wave.full(step.destinations[0].number + r));
    }
    return true;
}

bool Emulator::State::execute_varying(const Step& step) {
    if (copy_varyings(step)) {
        return true;
    }
    LaneWords scratch;
    LaneWords results;
    const unsigned count = wave.lanes();
    // One that is not interpolated has no weights.
    const StepSource& weight_source = step.sources[1];
    const bool has_weights = moves_weights() && step.num_sources > 1 &&
                             weight_source.kind == OperandKind::gpr && !weight_source.half;
    std::array<LaneWords, 2> weight_scratch;
    std::array<const std::uint32_t*, 2> weights{};
    for (unsigned i = 0; has_weights && i < weights.size(); ++i) {
        weights[i] = read_register(static_cast<std::uint16_t>(weight_source.number + i), false,
                                   weight_scratch[i]);
        if (weights[i] == nullptr) {
            return false;
        }
    }
    for (unsigned r = 0; r <= step.effects.repeat; ++r) {
        const std::uint32_t* location = read_source(step, 0, r, scratch);
        if (!location) {
            return false;
        }
        const bool steps = step.sources[0].repeats && step.sources[0].kind != OperandKind::gpr;
        const unsigned stepped = steps ? r : 0;
        for (unsigned lane = 0; lane < count; ++lane) {
            const std::uint64_t component = std::uint64_t{location[lane]} + stepped;
            const std::uint64_t place = component * count + lane;
            results[lane] = 0;
            if (executes(lane) && step.destinations[0].kind != StepDestination::Kind::none) {
                if (place >= environment_->varyings.size()) {
                    return fail(FaultKind::constant_range,
                                describe(pc_) + " reads varying component " +
                                    std::to_string(component) + ", which the program is not given");
                }
                results[lane] = has_weights ? varying_at({std::bit_cast<float>(weights[0][lane]),
                                                          std::bit_cast<float>(weights[1][lane])},
                                                         component, lane)
                                            : environment_->varyings[place];
            }
        }
        if (step.destinations[0].half) {
            change_width(step.width_change == WidthChange::none ? WidthChange::narrow_float
                                                                : step.width_change,
                         results.data(), count);
        }
        if (!write_destination(step.destinations[0], r, results.data())) {
            return false;
        }
    }
    return true;
}

} // namespace jacquard::ir3
