#include <jacquard/ir3/isa/disassemble.h>

#include "machine.h"

namespace jacquard::ir3 {
namespace {

std::string register_name(uint16_t number, bool half) {
    const std::string component(1, "xyzw"[number % 4]);
    if (number >= kPredicateRegister) {
        return "p0." + component;
    }
    if (number >= kAddressRegister) {
        return number == kAddressRegister ? "a0.x" : "a1.x";
    }
    return (half ? "hr" : "r") + std::to_string(number / 4) + "." + component;
}

std::string count(unsigned number, const char* what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

FaultKind kind_of(Hazard::Kind kind) {
    switch (kind) {
    case Hazard::Kind::none: return FaultKind::none;
    case Hazard::Kind::delay_slots: return FaultKind::delay_slots;
    case Hazard::Kind::missing_sync: return FaultKind::missing_sync;
    case Hazard::Kind::write_after_read: return FaultKind::write_after_read;
    case Hazard::Kind::unwritten: break;
    }
    return FaultKind::unwritten_register;
}

const char* flag_name(Sync flag) {
    return flag == Sync::both ? "(ss) or (sy)" : flag == Sync::sy ? "(sy)" : "(ss)";
}

} // namespace

bool Emulator::State::fail(FaultKind kind, std::string message) {
    if (fault_) {
        return false;
    }
    fault_.kind = kind;
    fault_.instruction = pc_;
    fault_.message = std::move(message);
    return false;
}

bool Emulator::State::fail_hazard() {
    const Hazard& hazard = hazards.hazard();
    const std::string reader = describe(pc_);
    const std::string other = describe(hazard.other_instruction);
    const std::string name = register_name(hazard.access.number, hazard.access.half);
    std::string message;
    switch (hazard.kind) {
    case Hazard::Kind::delay_slots:
        message = reader + " reads " + name + " " + count(hazard.slots, "slot") + " after " +
                  other + " wrote it; " + std::to_string(hazard.needed_slots) + " are needed";
        break;
    case Hazard::Kind::missing_sync:
        message = hazard.constant_file   ? reader + " reads a constant"
                  : hazard.while_writing ? reader + " overwrites " + name
                                         : reader + " reads " + name;
        message +=
            std::string(" without ") + flag_name(hazard.flag) + " after " + other +
            (hazard.constant_file ? " wrote into the constant file" : ", whose result is pending");
        break;
    case Hazard::Kind::write_after_read:
        message = reader + " overwrites " + name + " without " + flag_name(hazard.flag) +
                  " after " + other + ", which reads it late";
        break;
    case Hazard::Kind::unwritten:
    case Hazard::Kind::none:
        message = reader + " reads " + name + ", which was never written";
        break;
    }
    const bool fails = fail(kind_of(hazard.kind), std::move(message));
    fault_.other_instruction =
        hazard.other_instruction == HazardModel::kBeforeProgram ? 0 : hazard.other_instruction;
    return fails;
}

std::string Emulator::State::describe(uint32_t instruction) const {
    if (instruction == HazardModel::kBeforeProgram) {
        return "the texture prefetch";
    }
    if (instruction >= code_->steps.size()) {
        return "instruction " + std::to_string(instruction);
    }
    return "instruction " + std::to_string(instruction) + " '" +
           disassemble(code_->words[instruction], code_->revision) + "'";
}

} // namespace jacquard::ir3
