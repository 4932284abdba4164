#include <jacquard/ir3/emulator/machine/machine.h>

namespace jacquard::ir3 {
bool Emulator::State::fail(FaultKind kind, std::string message) {
    if (fault_) {
        return false;
    }
    fault_.kind = kind;
    fault_.instruction = pc_;
    fault_.message = std::move(message);
    return false;
}

bool Emulator::State::fail_constant_range(unsigned number) {
    return fail(FaultKind::constant_range,
                describe(pc_) + " reads c" + std::to_string(number / 4) + "." + "xyzw"[number % 4] +
                    ", but the constant file has " +
                    std::to_string(environment_->constants.size() / 4) + " vectors");
}

bool Emulator::State::fail_hazard() {
    const Hazard& hazard = hazards.hazard();
    fail(fault_kind(hazard.kind),
         describe_hazard(hazard, describe(pc_), describe(hazard.other_instruction)));
    fault_.other_instruction =
        hazard.other_instruction == Hazard::kBeforeProgram ? 0 : hazard.other_instruction;
    return false;
}

std::string Emulator::State::describe(std::uint32_t instruction) const {
    return name_instruction(code_->words, instruction, code_->revision);
}

} // namespace jacquard::ir3
