#include <jacquard/ir3/target/occupancy.h>
#include <jacquard/ir3/target/wave_steps.h>

#include <algorithm>

namespace jacquard::ir3 {

WaveSteps::WaveSteps(ShaderStage stage, const MachineFacts& machine) {
    const auto most =
        std::min<std::uint32_t>(machine.full_registers, static_cast<std::uint32_t>(kMostRegisters));
    WaveNeeds needs;
    needs.stage = stage;
    std::uint32_t end = most;
    std::uint32_t lanes = 0;
    for (std::uint32_t registers = kMostRegisters; registers-- > 0;) {
        needs.full_registers = std::min(registers, most);
        const Occupancy found = occupancy_of(needs, machine);
        if (found.lanes_at_a_time() != lanes) {
            lanes = found.lanes_at_a_time();
            end = needs.full_registers;
        }
        steps_[registers] = {static_cast<std::uint8_t>(end),
                             static_cast<std::uint8_t>(lanes / machine.wave_lanes)};
    }
}

} // namespace jacquard::ir3
