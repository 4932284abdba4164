#include <jacquard/ir3/emulator/decode/lane_results.h>
#include <jacquard/ir3/emulator/machine/varying_unit.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

// Each kind of varying is read in its own way; where nothing says which is which, any will do.
bool VaryingUnit::check_kind_of_varying(const Step& step) {
    const MachineFacts& machine = state_.code->machine;
    const bool own_ways = machine.flat_varying || machine.loads_flat_varyings;
    const Instruction& instruction = step.instruction;
    const bool loads = step.action == Action::varying_load;
    if (state_.environment->flat_varyings.empty() || !own_ways ||
        (!loads && instruction.src0.kind != OperandKind::immediate)) {
        return true;
    }
    // An interpolated one takes weights; the others have none, or a number in their place.
    const bool as_flat = loads || instruction.src1.kind == OperandKind::immediate;
    const auto first = static_cast<std::uint32_t>(loads ? std::int32_t{instruction.offset}
                                                        : instruction.src0.value);
    const unsigned count =
        loads ? std::max<unsigned>(instruction.size, 1) : instruction.repeat + 1U;
    for (unsigned i = 0; i < count; ++i) {
        const std::size_t component = std::size_t{first} + i;
        if (component < state_.environment->flat_varyings.size() &&
            state_.environment->flat_varyings[component] != as_flat) {
            return fail(FaultKind::unsupported,
                        describe(state_.pc) + " reads varying component " +
                            std::to_string(component) +
                            (as_flat ? " as it is, and it is to be interpolated"
                                     : " with weights, and it is not to be interpolated"));
        }
    }
    return true;
}

bool VaryingUnit::check_varyings(const Step& step) {
    const bool loads = step.action == Action::varying_load;
    if (step.take_short) {
        storage_.outstanding = false;
    }
    if (step.action == Action::end && state_.options->check_hazards && storage_.read &&
        !storage_.released && !state_.code->machine.releases_varyings) {
        return fail(FaultKind::required_flag,
                    describe(state_.pc) +
                        " comes without (ei), and the storage of varyings is not given back");
    }
    if (!loads && step.action != Action::varying) {
        return true;
    }
    const bool goes_nowhere = !loads && step.destinations[0].kind == StepDestination::Kind::none;
    if (state_.options->check_hazards && storage_.released && !goes_nowhere) {
        return fail(FaultKind::unsupported,
                    describe(state_.pc) + " reads a varying after (ei) gave the storage back");
    }
    storage_.read = true;
    if (loads) {
        storage_.outstanding = true;
        storage_.loaded_by = state_.pc;
    } else if (step.instruction.end_input) {
        if (state_.options->check_hazards && storage_.outstanding) {
            state_.fault.other_instruction = storage_.loaded_by;
            return fail(FaultKind::missing_sync, describe(state_.pc) +
                                                     " gives the storage of varyings "
                                                     "back without (ss) after " +
                                                     describe(storage_.loaded_by));
        }
        storage_.released = true;
    }
    return goes_nowhere || check_kind_of_varying(step);
}

// A varying of a lane at the weights that the instruction takes, where they are not its own.
std::uint32_t VaryingUnit::varying_at(const QuadWeights& weights, std::uint64_t component,
                                      unsigned lane) const {
    const std::uint64_t row = component * state_.wave.lanes();
    const std::span<const std::uint32_t> words = state_.environment->varyings;
    const unsigned first = lane & ~(kQuadPixels - 1);
    if (first + kQuadPixels > state_.wave.lanes() ||
        are_own_weights(weights, lane % kQuadPixels,
                        state_.environment->reciprocal_w.subspan(first, kQuadPixels))) {
        return words[row + lane];
    }
    std::array<float, 3> corners{};
    for (unsigned corner = 0; corner < corners.size(); ++corner) {
        corners[corner] = std::bit_cast<float>(words[row + first + corner]);
    }
    return std::bit_cast<std::uint32_t>(weighted(corners, weights));
}

bool VaryingUnit::moves_weights() const {
    return state_.code->may_move_weights &&
           state_.environment->reciprocal_w.size() >= state_.wave.lanes();
}

bool VaryingUnit::copy_varyings(const Step& step) {
    const StepSource& source = step.sources[0];
    const std::size_t count = state_.wave.lanes();
    const unsigned last = source.repeats ? step.effects.repeat : 0U;
    if (source.kind != OperandKind::immediate || source.negate || source.invert ||
        moves_weights() || !step.writes_in_place || state_.lanes != state_.wave.all_lanes() ||
        (std::uint64_t{source.immediate} + last + 1) * count >
            state_.environment->varyings.size()) {
        return false;
    }
    for (unsigned r = 0; r <= step.effects.repeat; ++r) {
        const std::size_t component = source.immediate + (source.repeats ? r : 0U);
        std::copy_n(state_.environment->varyings.data() + component * count, count,
                    state_.wave.full(step.destinations[0].number + r));
    }
    return true;
}

bool VaryingUnit::execute_varying(const Step& step) {
    if (copy_varyings(step)) {
        return true;
    }
    LaneWords scratch;
    LaneWords results;
    const unsigned count = state_.wave.lanes();
    // One that is not interpolated has no weights.
    const StepSource& weight_source = step.sources[1];
    const bool has_weights = moves_weights() && step.num_sources > 1 &&
                             weight_source.kind == OperandKind::gpr && !weight_source.half;
    std::array<LaneWords, 2> weight_scratch;
    std::array<const std::uint32_t*, 2> weights{};
    for (unsigned i = 0; has_weights && i < weights.size(); ++i) {
        weights[i] = operands_.read_register(static_cast<std::uint16_t>(weight_source.number + i),
                                             false, weight_scratch[i]);
        if (weights[i] == nullptr) {
            return false;
        }
    }
    for (unsigned r = 0; r <= step.effects.repeat; ++r) {
        const std::uint32_t* location = operands_.read_source(step, 0, r, scratch);
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
                if (place >= state_.environment->varyings.size()) {
                    return fail(FaultKind::constant_range,
                                describe(state_.pc) + " reads varying component " +
                                    std::to_string(component) + ", which the program is not given");
                }
                results[lane] = has_weights ? varying_at({std::bit_cast<float>(weights[0][lane]),
                                                          std::bit_cast<float>(weights[1][lane])},
                                                         component, lane)
                                            : state_.environment->varyings[place];
            }
        }
        if (step.destinations[0].half) {
            change_width(step.width_change == WidthChange::none ? WidthChange::narrow_float
                                                                : step.width_change,
                         results.data(), count);
        }
        if (!operands_.write_destination(step.destinations[0], r, results.data())) {
            return false;
        }
    }
    return true;
}

bool VaryingUnit::execute_varying_load(const Step& step) {
    const Instruction& instruction = step.instruction;
    const unsigned lanes = state_.wave.lanes();
    for (unsigned i = 0; i < std::max<unsigned>(instruction.size, 1); ++i) {
        const std::uint64_t component =
            static_cast<std::uint64_t>(static_cast<std::uint16_t>(instruction.offset)) + i;
        const std::uint64_t place = component * lanes;
        if (place + lanes > state_.environment->varyings.size()) {
            return fail(FaultKind::constant_range,
                        describe(state_.pc) + " reads varying component " +
                            std::to_string(component) + ", which the program is not given");
        }
        LaneWords words{};
        std::copy_n(state_.environment->varyings.data() + place, lanes, words.data());
        if (!operands_.write_destination(step.destinations[0], i, words.data())) {
            return false;
        }
    }
    return true;
}

} // namespace jacquard::ir3
