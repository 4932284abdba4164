#include "machine.h"

namespace jacquard::ir3 {
namespace {

bool is_register(std::int32_t number) {
    return number >= 0 && number < kSharedRegisterFirst;
}

} // namespace

bool Emulator::State::check_effects(const Step& step) {
    if (!options_->check_hazards && !options_->check_unwritten) {
        return true;
    }
    if (!check_accesses(step)) {
        return false;
    }
    // No instruction writes before it has read its own sources.
    if (options_->check_hazards && step.effects.reads_late) {
        read_late(step);
    }
    return true;
}

bool Emulator::State::check_accesses(const Step& step) {
    for (const RegisterEffect& effect : step.effects.registers()) {
        bool fine = true;
        switch (effect.kind) {
        case RegisterEffect::Kind::registers: fine = check_registers(step, effect); break;
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

bool Emulator::State::check_registers(const Step& step, const RegisterEffect& effect) {
    for (unsigned i = 0; i < effect.count; ++i) {
        const auto number = static_cast<std::uint16_t>(effect.number + static_cast<int>(i));
        if (!check_register(step, effect, number, effect.slots_later(i), lanes_)) {
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
            if (exists && !check_register(step, effect, static_cast<std::uint16_t>(number),
                                          effect.later, LaneMask{1} << lane)) {
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
                access.lanes = LaneMask{1} << lane;
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

bool Emulator::State::check_register(const Step& step, const RegisterEffect& effect,
                                     std::uint16_t number, unsigned later, LaneMask lanes) {
    RegisterAccess access{number,        effect.half, effect.third_source, step.effects.timing, pc_,
                          slot_ + later, lanes};
    if (effect.writes) {
        // A register with one value for all lanes is theirs, whoever writes it.
        access.lanes = number >= kSharedRegisterFirst ? wave.all_lanes() : lanes;
        if (options_->check_unwritten) {
            hazards.mark_written(number, effect.half, access.lanes);
        }
        return !options_->check_hazards || hazards.write(access, step.effects.result_of(number)) ||
               fail_hazard();
    }
    if (options_->check_hazards && !hazards.read(access)) {
        return fail_hazard();
    }
    return !options_->check_unwritten || hazards.read_written(access) || fail_hazard();
}

} // namespace jacquard::ir3
