#pragma once

#include <jacquard/ir3/compiler/options/target.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/text/diagnostics.h>

#include <cstdint>

namespace jacquard::ir3 {

// Decides the wave size that workgroups of the shader need, where the target leaves it open and the
// part has not enough waves of base width.
void widen_waves(const nir::Shader& shader, Target& target);

// Whether the part has the workgroups that the shader asks for, and waves of the size that the
// target names; false after a diagnostic.
[[nodiscard]] bool check_workgroup(const nir::Shader& shader, const Target& target,
                                   Diagnostics& diagnostics);

// Lanes of a full wave of the program; 0 where any number will do, and registers decide, or where
// the stage has waves of base width alone.
[[nodiscard]] std::uint32_t fixed_wave_size(const nir::Shader& shader, const Target& target);

} // namespace jacquard::ir3
