#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/emulator/core/machine_state.h>

namespace jacquard::ir3 {

MachineState::MachineState(unsigned lanes, Revision revision, unsigned wave_size)
    : wave(lanes, machine_facts(revision).merged_registers, wave_size), timing(timing_of(revision)),
      hazards(timing, machine_facts(revision).merged_registers), revision(revision) {}

bool MachineState::fail(FaultKind kind, std::string message) {
    if (fault) {
        return false;
    }
    fault.kind = kind;
    fault.instruction = pc;
    fault.message = std::move(message);
    return false;
}

bool MachineState::fail_constant_range(unsigned number) {
    return fail(FaultKind::constant_range,
                describe(pc) + " reads c" + std::to_string(number / 4) + "." + "xyzw"[number % 4] +
                    ", but the constant file has " +
                    std::to_string(environment->constants.size() / 4) + " vectors");
}

std::string MachineState::describe(std::uint32_t instruction) const {
    return name_instruction(code->words, instruction, code->revision);
}

} // namespace jacquard::ir3
