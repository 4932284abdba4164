#include <jacquard/ir3/emulator/machine/hazard_checks.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

bool is_register(std::int32_t number) {
    return number >= 0 && number < kSharedRegisterFirst;
}

} // namespace

void prepare_accesses(Step& step, const MachineFacts& machine, std::vector<ReadyAccess>& accesses) {
    const std::span<const RegisterEffect> effects = step.effects.registers();
    step.has_accesses = std::all_of(effects.begin(), effects.end(), [](const auto& effect) {
        return effect.kind == RegisterEffect::Kind::constants ||
               (effect.kind == RegisterEffect::Kind::registers &&
                effect.number + effect.count <= kSharedRegisterFirst);
    });
    step.first_access = static_cast<std::uint32_t>(accesses.size());
    for (const RegisterEffect& effect : effects) {
        const bool is_constant = effect.kind == RegisterEffect::Kind::constants;
        for (unsigned i = 0; step.has_accesses && i < effect.count; ++i) {
            ReadyAccess access;
            access.kind = is_constant     ? ReadyAccess::Kind::constant
                          : effect.writes ? ReadyAccess::Kind::write
                                          : ReadyAccess::Kind::read;
            access.half = effect.half;
            access.third_source = effect.third_source;
            access.later = static_cast<std::uint8_t>(effect.slots_later(i));
            access.number = static_cast<std::uint16_t>(effect.number + static_cast<int>(i));
            access.result = step.effects.result_of(access.number);
            access.units = register_units(access.number, effect.half, machine.merged_registers);
            if (!(is_constant && effect.writes)) { // those are noted where they are executed
                accesses.push_back(access);
            }
        }
    }
    step.num_accesses = static_cast<std::uint32_t>(accesses.size()) - step.first_access;
}

void HazardChecks::start(bool is_alike) {
    const PreparedCode& code = *state_.code;
    const RunOptions& options = *state_.options;
    // Among others each flag is looked at, since loads may come as late as one.
    is_proven_ = state_.concurrent == nullptr && options.check_hazards &&
                 !options.check_unwritten && is_alike && code.revision == state_.revision &&
                 code.has_no_hazards(options.proof);
    is_watched_ = options.check_unwritten ||
                  (options.check_hazards && (!is_proven_ || state_.has_prefetched));
    has_ready_accesses_ = options.check_hazards && !options.check_unwritten && is_alike;
    required_ = Sync::none;
}

bool HazardChecks::check_watched_effects(const Step& step) {
    if (!(has_ready_accesses_ && step.has_accesses ? check_ready_accesses(step)
                                                   : check_accesses(step))) {
        return false;
    }
    // No instruction writes before it has read its own sources.
    if (state_.options->check_hazards && step.effects.reads_late) {
        read_late(step);
    }
    return true;
}

bool HazardChecks::check_register(const RegisterEffect& effect, RegisterAccess& access,
                                  Sync result) {
    if (effect.writes) {
        // A register with one value for all lanes is theirs, whoever writes it.
        if (access.number >= kSharedRegisterFirst) {
            access.lanes = state_.wave.all_lanes();
        }
        if (state_.options->check_unwritten) {
            state_.hazards.mark_written(access.number, access.half, access.lanes);
        }
        return !state_.options->check_hazards || state_.hazards.write(access, result) ||
               fail_hazard();
    }
    if (state_.options->check_hazards && !state_.hazards.read(access)) {
        return fail_hazard();
    }
    return !state_.options->check_unwritten || state_.hazards.read_written(access) || fail_hazard();
}

// All lanes access the same registers, and only their order matters.
bool HazardChecks::check_ready_accesses(const Step& step) {
    RegisterAccess access;
    access.timing = step.effects.timing;
    access.instruction = state_.pc;
    access.lanes = state_.lanes;
    const std::uint64_t slot = state_.slot;
    const ReadyAccess* ready = state_.code->accesses.data() + step.first_access;
    for (const ReadyAccess* end = ready + step.num_accesses; ready != end; ++ready) {
        access.number = ready->number;
        access.half = ready->half;
        access.third_source = ready->third_source;
        access.slot = slot + ready->later;
        bool fine = true;
        switch (ready->kind) {
        case ReadyAccess::Kind::read: fine = state_.hazards.read(access, ready->units); break;
        case ReadyAccess::Kind::write:
            fine = state_.hazards.write(access, ready->result, ready->units);
            break;
        case ReadyAccess::Kind::constant:
            fine = state_.hazards.read_constant(ready->number, state_.pc);
            break;
        }
        if (!fine) {
            return fail_hazard();
        }
    }
    return true;
}

bool HazardChecks::check_accesses(const Step& step) {
    for (const RegisterEffect& effect : step.effects.registers()) {
        bool fine = true;
        switch (effect.kind) {
        case RegisterEffect::Kind::registers:
            for (unsigned i = 0; fine && i < effect.count; ++i) {
                const auto number = static_cast<std::uint16_t>(effect.number + static_cast<int>(i));
                RegisterAccess access = access_of(step, effect, number, state_.lanes);
                access.slot += effect.slots_later(i);
                fine = check_register(effect, access, step.effects.result_of(number));
            }
            break;
        case RegisterEffect::Kind::relative_registers:
        case RegisterEffect::Kind::relative_constants: fine = check_relative(step, effect); break;
        case RegisterEffect::Kind::constants: fine = check_constants(effect); break;
        case RegisterEffect::Kind::special: fine = check_special(effect); break;
        case RegisterEffect::Kind::missing: break; // ends in a fault when it is executed
        }
        if (!fine) {
            return false;
        }
    }
    return true;
}

// Every lane may mean another register. What lies outside of the files is no hazard.
bool HazardChecks::check_relative(const Step& step, const RegisterEffect& effect) {
    const std::uint32_t* address = state_.wave.full(kAddressRegister);
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        if (!executes(lane)) {
            continue;
        }
        const std::int32_t number = static_cast<std::int16_t>(address[lane]) + effect.number;
        if (effect.kind == RegisterEffect::Kind::relative_registers) {
            const bool exists = number >= 0 && number < kSharedRegisterFirst;
            RegisterAccess access =
                access_of(step, effect, static_cast<std::uint16_t>(number), LaneMask::single(lane));
            access.slot += effect.later;
            if (exists && !check_register(effect, access, step.effects.result_of(access.number))) {
                return false;
            }
        } else if (number >= 0 && !check_constant(effect, static_cast<unsigned>(number))) {
            return false;
        }
    }
    return true;
}

void HazardChecks::read_late(const Step& step) {
    RegisterAccess access;
    access.timing = step.effects.timing;
    access.instruction = state_.pc;
    for (const RegisterEffect& effect : step.effects.registers()) {
        if (effect.writes) {
            continue;
        }
        access.half = effect.half;
        access.lanes = state_.lanes;
        for (unsigned i = 0; effect.kind == RegisterEffect::Kind::registers && i < effect.count;
             ++i) {
            access.number = static_cast<std::uint16_t>(effect.number + static_cast<int>(i));
            state_.hazards.read_late(access);
        }
        for (unsigned lane = 0;
             effect.kind == RegisterEffect::Kind::relative_registers && lane < state_.wave.lanes();
             ++lane) {
            const std::int32_t number = relative_number(effect, lane);
            if (executes(lane) && is_register(number)) {
                access.number = static_cast<std::uint16_t>(number);
                access.lanes = LaneMask::single(lane);
                state_.hazards.read_late(access);
            }
        }
    }
}

std::int32_t HazardChecks::relative_number(const RegisterEffect& effect, unsigned lane) const {
    return static_cast<std::int16_t>(state_.wave.full(kAddressRegister)[lane]) + effect.number;
}

bool HazardChecks::check_constants(const RegisterEffect& effect) {
    for (unsigned i = 0; i < effect.count; ++i) {
        if (!check_constant(effect, static_cast<unsigned>(effect.number) + i)) {
            return false;
        }
    }
    return true;
}

// Writes of constants are noted where they are executed, since a1.x may say which.
bool HazardChecks::check_constant(const RegisterEffect& effect, unsigned number) {
    return effect.writes || !state_.options->check_hazards ||
           state_.hazards.read_constant(number, state_.pc) || fail_hazard();
}

bool HazardChecks::check_special(const RegisterEffect& effect) {
    RegisterAccess access;
    access.number = static_cast<std::uint16_t>(effect.number);
    access.instruction = state_.pc;
    access.slot = state_.slot + effect.later;
    if (effect.writes) {
        state_.hazards.write_special(access, effect.with_flag);
        return true;
    }
    const unsigned needed = access.number >= kPredicateRegister ? state_.timing.predicate_slots
                                                                : state_.timing.address_slots;
    return !state_.options->check_hazards || state_.hazards.read_special(access, needed) ||
           fail_hazard();
}

bool HazardChecks::fail_hazard() {
    const Hazard& hazard = state_.hazards.hazard();
    fail(fault_kind(hazard.kind),
         describe_hazard(hazard, describe(state_.pc), describe(hazard.other_instruction)));
    state_.fault.other_instruction =
        hazard.other_instruction == Hazard::kBeforeProgram ? 0 : hazard.other_instruction;
    return false;
}

bool HazardChecks::check_flags(const Step& step) {
    const auto lacks = [&](Sync set) {
        return (contains(set, Sync::ss) && !step.take_short) ||
               (contains(set, Sync::sy) && !step.take_long);
    };
    if (lacks(state_.timing.of(step.effects.timing).requires_flags)) {
        return fail(FaultKind::required_flag, describe(state_.pc) + " must carry (sy)(ss)");
    }
    if (lacks(required_) && !step.effects.idle) {
        state_.fault.other_instruction = required_by_;
        return fail(FaultKind::required_flag, describe(state_.pc) + " must carry " +
                                                  flag_names(required_) + ", because it follows " +
                                                  describe(required_by_));
    }
    return true;
}

} // namespace jacquard::ir3
