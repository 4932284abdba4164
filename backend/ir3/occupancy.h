#pragma once

#include <jacquard/ir3/machine.h>
#include <jacquard/ir3/program.h>

#include <cstdint>

namespace jacquard::ir3 {

// Whether the waves of a program have twice as many lanes as those of base width: fragment
// programs, and compute programs whose workgroups (of `workgroup_lanes` lanes) are larger than a
// wave, where half of the register file suffices.
[[nodiscard]] bool has_double_width(std::uint32_t full_registers, std::uint32_t half_registers,
                                    ShaderStage stage, const MachineFacts& machine,
                                    std::uint32_t workgroup_lanes = 0);

// How many waves of a program may run at a time for the registers it needs. A half register is half
// a full one where the files are merged; where they are not, there are enough.
[[nodiscard]] std::uint32_t waves_at_a_time(std::uint32_t full_registers,
                                            std::uint32_t half_registers, ShaderStage stage,
                                            const MachineFacts& machine,
                                            std::uint32_t workgroup_lanes = 0);

// Lanes that run at a time, in percent of those of as many waves of base width as there can be.
[[nodiscard]] std::uint32_t occupancy_percent(std::uint32_t waves, bool double_width,
                                              const MachineFacts& machine);

// Lanes of a workgroup; 0 where the stage has none.
[[nodiscard]] std::uint32_t workgroup_lanes(const Program& program);

} // namespace jacquard::ir3
