#pragma once

#include <jacquard/ir3/machine.h>
#include <jacquard/ir3/program.h>

#include <cstdint>

namespace jacquard::ir3 {

// What decides how wide the waves of a program are, beside registers and stage.
struct WaveWidth {
    std::uint32_t size = 0;            // lanes of a full wave; 0: not decided yet
    std::uint32_t workgroup_lanes = 0; // 0 where the stage has no workgroups
};

// That of a program.
[[nodiscard]] WaveWidth wave_width(const Program& program);

// Whether the waves of a program have twice as many lanes as those of base width. Where that is not
// decided yet: fragment programs, and compute programs whose workgroups are larger than a wave,
// where half of the register file suffices.
[[nodiscard]] bool has_double_width(std::uint32_t full_registers, std::uint32_t half_registers,
                                    ShaderStage stage, const MachineFacts& machine,
                                    const WaveWidth& width = {});

// How many waves of a program may run at a time for the registers it needs. A half register is half
// a full one where the files are merged; where they are not, there are enough.
[[nodiscard]] std::uint32_t waves_at_a_time(std::uint32_t full_registers,
                                            std::uint32_t half_registers, ShaderStage stage,
                                            const MachineFacts& machine,
                                            const WaveWidth& width = {});

// Lanes that run at a time, in percent of those of as many waves of base width as there can be.
[[nodiscard]] std::uint32_t occupancy_percent(std::uint32_t waves, bool double_width,
                                              const MachineFacts& machine);

// Lanes of a workgroup; 0 where the stage has none.
[[nodiscard]] std::uint32_t workgroup_lanes(const Program& program);

} // namespace jacquard::ir3
