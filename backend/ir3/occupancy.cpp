#include <jacquard/ir3/occupancy.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// Registers that every lane of a wave of base width needs.
std::uint32_t registers_needed(std::uint32_t full_registers, std::uint32_t half_registers,
                               const MachineFacts& machine) {
    const std::uint32_t halves = machine.merged_registers ? (half_registers + 1) / 2 : 0;
    return std::max({full_registers, halves, 1U});
}

} // namespace

bool has_double_width(std::uint32_t full_registers, std::uint32_t half_registers, ShaderStage stage,
                      const MachineFacts& machine, const WaveWidth& width) {
    if (width.size != 0) {
        return width.size > machine.wave_lanes;
    }
    const bool may_have =
        stage == ShaderStage::fragment ||
        (stage == ShaderStage::compute && width.workgroup_lanes > machine.wave_lanes);
    return may_have && machine.double_waves &&
           registers_needed(full_registers, half_registers, machine) * 2 <= machine.wave_vec4;
}

std::uint32_t waves_at_a_time(std::uint32_t full_registers, std::uint32_t half_registers,
                              ShaderStage stage, const MachineFacts& machine,
                              const WaveWidth& width) {
    std::uint32_t needed = registers_needed(full_registers, half_registers, machine);
    if (has_double_width(full_registers, half_registers, stage, machine, width)) {
        needed *= 2;
    }
    return std::min<std::uint32_t>(machine.wave_vec4 / needed * 2, machine.most_waves);
}

std::uint32_t occupancy_percent(std::uint32_t waves, bool double_width,
                                const MachineFacts& machine) {
    const std::uint32_t width = double_width ? 2 : 1;
    return std::min(waves * width * 100 / machine.most_waves, 100U);
}

WaveWidth wave_width(const Program& program) {
    return {program.wave_size, workgroup_lanes(program)};
}

std::uint32_t workgroup_lanes(const Program& program) {
    std::uint64_t lanes = 1;
    for (const std::uint32_t size : program.workgroup_size) {
        lanes = std::min<std::uint64_t>(lanes * size, ~0U);
    }
    return static_cast<std::uint32_t>(lanes);
}

} // namespace jacquard::ir3
