#pragma once

#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/support/text/diagnostics.h>

#include <cstdint>
#include <optional>

namespace jacquard::ir3 {

// The options with the wave size that workgroups of the shader need: where they leave it open, and
// the part has not enough waves of base width. Nothing for all others.
[[nodiscard]] std::optional<CompileOptions> with_needed_waves(const nir::Shader& shader,
                                                              const CompileOptions& options);

// Whether the part has the workgroups that the shader asks for, and waves of the size that the
// options ask for; false after a diagnostic.
[[nodiscard]] bool check_workgroup(const nir::Shader& shader, const CompileOptions& options,
                                   Diagnostics& diagnostics);

// Lanes of a full wave of the program; 0 where any number will do, and registers decide, or where
// the stage has waves of base width alone.
[[nodiscard]] std::uint32_t fixed_wave_size(const nir::Shader& shader,
                                            const CompileOptions& options);

} // namespace jacquard::ir3
