#include <jacquard/ir3/emulator/machine/machine.h>

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

bool Emulator::State::check_effects(const Step& step) {
    if (!is_watched_) {
        return true;
    }
    if (!(has_ready_accesses_ && step.has_accesses ? check_ready_accesses(step)
                                                   : check_accesses(step))) {
        return false;
    }
    // No instruction writes before it has read its own sources.
    if (options_->check_hazards && step.effects.reads_late) {
        read_late(step);
    }
    return true;
}

bool Emulator::State::check_register(const RegisterEffect& effect, RegisterAccess& access,
                                     Sync result) {
    if (effect.writes) {
        // A register with one value for all lanes is theirs, whoever writes it.
        if (access.number >= kSharedRegisterFirst) {
            access.lanes = wave.all_lanes();
        }
        if (options_->check_unwritten) {
            hazards.mark_written(access.number, access.half, access.lanes);
        }
        return !options_->check_hazards || hazards.write(access, result) || fail_hazard();
    }
    if (options_->check_hazards && !hazards.read(access)) {
        return fail_hazard();
    }
    return !options_->check_unwritten || hazards.read_written(access) || fail_hazard();
}

// All lanes access the same registers, and only their order matters.
bool Emulator::State::check_ready_accesses(const Step& step) {
    RegisterAccess access;
    access.timing = step.effects.timing;
    access.instruction = pc_;
    access.lanes = lanes_;
    const std::uint64_t slot = slot_;
    const ReadyAccess* ready = code_->accesses.data() + step.first_access;
    for (const ReadyAccess* end = ready + step.num_accesses; ready != end; ++ready) {
        access.number = ready->number;
        access.half = ready->half;
        access.third_source = ready->third_source;
        access.slot = slot + ready->later;
        bool fine = true;
        switch (ready->kind) {
        case ReadyAccess::Kind::read: fine = hazards.read(access, ready->units); break;
        case ReadyAccess::Kind::write:
            fine = hazards.write(access, ready->result, ready->units);
            break;
        case ReadyAccess::Kind::constant: fine = hazards.read_constant(ready->number, pc_); break;
        }
        if (!fine) {
            return fail_hazard();
        }
    }
    return true;
}

bool Emulator::State::check_accesses(const Step& step) {
    for (const RegisterEffect& effect : step.effects.registers()) {
        bool fine = true;
        switch (effect.kind) {
        case RegisterEffect::Kind::registers:
            for (unsigned i = 0; fine && i < effect.count; ++i) {
                const auto number = static_cast<std::uint16_t>(effect.number + static_cast<int>(i));
                RegisterAccess access = access_of(step, effect, number, lanes_);
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
bool Emulator::State::check_relative(const Step& step, const RegisterEffect& effect) {
    const std::uint32_t* address = wave.full(kAddressRegister);
    for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
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

void Emulator::State::read_late(const Step& step) {
    RegisterAccess access;
    access.timing = step.effects.timing;
    access.instruction = pc_;
    for (const RegisterEffect& effect : step.effects.registers()) {
        if (effect.writes) {
            continue;
        }
        access.half = effect.half;
        access.lanes = lanes_;
        for (unsigned i = 0; effect.kind == RegisterEffect::Kind::registers && i < effect.count;
             ++i) {
            access.number = static_cast<std::uint16_t>(effect.number + static_cast<int>(i));
            hazards.read_late(access);
        }
        for (unsigned lane = 0;
             effect.kind == RegisterEffect::Kind::relative_registers && lane < wave.lanes();
             ++lane) {
            const std::int32_t number = relative_number(effect, lane);
            if (executes(lane) && is_register(number)) {
                access.number = static_cast<std::uint16_t>(number);
                access.lanes = LaneMask::single(lane);
                hazards.read_late(access);
            }
        }
    }
}

std::int32_t Emulator::State::relative_number(const RegisterEffect& effect, unsigned lane) const {
    return static_cast<std::int16_t>(wave.full(kAddressRegister)[lane]) + effect.number;
}

bool Emulator::State::check_constants(const RegisterEffect& effect) {
    for (unsigned i = 0; i < effect.count; ++i) {
        if (!check_constant(effect, static_cast<unsigned>(effect.number) + i)) {
            return false;
        }
    }
    return true;
}

// Writes of constants are noted where they are executed, since a1.x may say which.
bool Emulator::State::check_constant(const RegisterEffect& effect, unsigned number) {
    return effect.writes || !options_->check_hazards || hazards.read_constant(number, pc_) ||
           fail_hazard();
}

bool Emulator::State::check_special(const RegisterEffect& effect) {
    RegisterAccess access;
    access.number = static_cast<std::uint16_t>(effect.number);
    access.instruction = pc_;
    access.slot = slot_ + effect.later;
    if (effect.writes) {
        hazards.write_special(access, effect.with_flag);
        return true;
    }
    const unsigned needed =
        access.number >= kPredicateRegister ? timing.predicate_slots : timing.address_slots;
    return !options_->check_hazards || hazards.read_special(access, needed) || fail_hazard();
}

} // namespace jacquard::ir3
