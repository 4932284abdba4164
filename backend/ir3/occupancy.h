#pragma once

#include <jacquard/ir3/machine.h>
#include <jacquard/ir3/program.h>

#include <cstdint>

namespace jacquard::ir3 {

// How many waves of a program may run at a time for the registers it needs. A half register is half
// a full one where the files are merged; where they are not, there are enough.
[[nodiscard]] std::uint32_t waves_at_a_time(std::uint32_t full_registers,
                                            std::uint32_t half_registers, ShaderStage stage,
                                            const MachineFacts& machine);

} // namespace jacquard::ir3
