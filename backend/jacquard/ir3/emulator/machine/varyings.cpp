#include <jacquard/ir3/emulator/machine/machine.h>

#include <algorithm>

namespace jacquard::ir3 {

// Each kind of varying is read in its own way; where nothing says which is which, any will do.
bool Emulator::State::check_kind_of_varying(const Step& step) {
    const MachineFacts& machine = code_->machine;
    const bool own_ways = machine.flat_varying || machine.loads_flat_varyings;
    const Instruction& instruction = step.instruction;
    const bool loads = step.action == Action::varying_load;
    if (environment_->flat_varyings.empty() || !own_ways ||
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
        if (component < environment_->flat_varyings.size() &&
            environment_->flat_varyings[component] != as_flat) {
            return fail(FaultKind::unsupported,
                        describe(pc_) + " reads varying component " + std::to_string(component) +
                            (as_flat ? " as it is, and it is to be interpolated"
                                     : " with weights, and it is not to be interpolated"));
        }
    }
    return true;
}

bool Emulator::State::check_varyings(const Step& step) {
    const bool loads = step.action == Action::varying_load;
    if (step.take_short) {
        varyings_.outstanding = false;
    }
    if (step.action == Action::end && options_->check_hazards && varyings_.read &&
        !varyings_.released && !code_->machine.releases_varyings) {
        return fail(FaultKind::required_flag,
                    describe(pc_) +
                        " comes without (ei), and the storage of varyings is not given back");
    }
    if (!loads && step.action != Action::varying) {
        return true;
    }
    const bool goes_nowhere = !loads && step.destinations[0].kind == StepDestination::Kind::none;
    if (options_->check_hazards && varyings_.released && !goes_nowhere) {
        return fail(FaultKind::unsupported,
                    describe(pc_) + " reads a varying after (ei) gave the storage back");
    }
    varyings_.read = true;
    if (loads) {
        varyings_.outstanding = true;
        varyings_.loaded_by = pc_;
    } else if (step.instruction.end_input) {
        if (options_->check_hazards && varyings_.outstanding) {
            fault_.other_instruction = varyings_.loaded_by;
            return fail(FaultKind::missing_sync, describe(pc_) +
                                                     " gives the storage of varyings "
                                                     "back without (ss) after " +
                                                     describe(varyings_.loaded_by));
        }
        varyings_.released = true;
    }
    return goes_nowhere || check_kind_of_varying(step);
}

} // namespace jacquard::ir3
