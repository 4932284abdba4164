#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/program.h>

#include <cstdint>
#include <string>

namespace jacquard::ir3 {

// Lanes that the widest waves of a part have: of fragment and compute programs, where it doubles
// them.
[[nodiscard]] std::uint32_t widest_wave(const MachineFacts& machine);

// Returns true if a program of a stage can have full waves of so many lanes.
[[nodiscard]] bool has_wave_size(std::uint32_t lanes, ShaderStage stage,
                                 const MachineFacts& machine);

// The lanes of full waves that there are: "64", or "64 or 128".
[[nodiscard]] std::string wave_sizes(ShaderStage stage, const MachineFacts& machine);

} // namespace jacquard::ir3
