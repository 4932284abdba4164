#include <jacquard/ir3/occupancy.h>

#include <algorithm>

namespace jacquard::ir3 {

std::uint32_t waves_at_a_time(std::uint32_t full_registers, std::uint32_t half_registers,
                              ShaderStage stage, const MachineFacts& machine) {
    const std::uint32_t halves = machine.merged_registers ? (half_registers + 1) / 2 : 0;
    std::uint32_t needed = std::max({full_registers, halves, 1U});
    if (stage == ShaderStage::fragment && machine.double_waves && needed * 2 <= machine.wave_vec4) {
        needed *= 2;
    }
    return std::min<std::uint32_t>(machine.wave_vec4 / needed * 2, machine.most_waves);
}

} // namespace jacquard::ir3
