#include <jacquard/ir3/isa/describe/fault.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/ir3/isa/instruction/operand.h>

namespace jacquard::ir3 {

FaultKind fault_kind(Hazard::Kind kind) {
    switch (kind) {
    case Hazard::Kind::none: return FaultKind::none;
    case Hazard::Kind::delay_slots: return FaultKind::delay_slots;
    case Hazard::Kind::missing_sync: return FaultKind::missing_sync;
    case Hazard::Kind::write_after_read: return FaultKind::write_after_read;
    case Hazard::Kind::unwritten: break;
    }
    return FaultKind::unwritten_register;
}

std::string register_name(std::uint16_t number, bool half) {
    const std::string component(1, "xyzw"[number % 4]);
    if (number >= kPredicateRegister && number < kNoRegister) {
        return "p0." + component;
    }
    if (number == kAddressRegister || number == kAddressRegister1) {
        return number == kAddressRegister ? "a0.x" : "a1.x";
    }
    return (half ? "hr" : "r") + std::to_string(number / 4) + "." + component;
}

std::string counted(unsigned number, const char* what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

const char* flag_name(Sync flag) {
    return flag == Sync::both ? "(ss) or (sy)" : flag == Sync::sy ? "(sy)" : "(ss)";
}

const char* flag_names(Sync flags) {
    return flags == Sync::both ? "(sy)(ss)" : flag_name(flags);
}

std::string name_instruction(std::span<const std::uint64_t> words, std::uint32_t instruction,
                             Revision revision) {
    if (instruction == Hazard::kBeforeProgram) {
        return "the texture prefetch";
    }
    std::string name = "instruction " + std::to_string(instruction);
    if (instruction < words.size()) {
        name += " '" + disassemble(words[instruction], revision) + "'";
    }
    return name;
}

std::string describe_hazard(const Hazard& hazard, const std::string& instruction,
                            const std::string& other) {
    const std::string name = register_name(hazard.number, hazard.half);
    switch (hazard.kind) {
    case Hazard::Kind::delay_slots:
        return instruction + " reads " + name + " " + counted(hazard.slots, "slot") + " after " +
               other + " wrote it; " + std::to_string(hazard.needed_slots) + " are needed";
    case Hazard::Kind::missing_sync:
        if (hazard.constant_file) {
            return instruction + " reads a constant without " + flag_name(hazard.flag) + " after " +
                   other + " wrote into the constant file";
        }
        return instruction + (hazard.while_writing ? " overwrites " : " reads ") + name +
               " without " + flag_name(hazard.flag) + " after " + other +
               ", whose result is pending";
    case Hazard::Kind::write_after_read:
        return instruction + " overwrites " + name + " without " + flag_name(hazard.flag) +
               " after " + other + ", which reads it late";
    case Hazard::Kind::unwritten:
    case Hazard::Kind::none: break;
    }
    return instruction + " reads " + name + ", which was never written";
}

} // namespace jacquard::ir3
