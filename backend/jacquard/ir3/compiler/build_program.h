#pragma once

#include <jacquard/ir3/compiler/attempt.h>
#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/ir3/compiler/options/target.h>
#include <jacquard/ir3/compiler/source_shader.h>
#include <jacquard/support/text/diagnostics.h>

namespace jacquard::ir3 {

// Attempts to make a program of a lowered shader. An owned shader is freed on the way.
[[nodiscard]] Attempt build_program(SourceShader shader, const CompileOptions& options,
                                    const Target& target, const AttemptLimits& limits,
                                    Diagnostics& diagnostics);

// Reports the place of the highest register pressure, as the error of a shader that no attempt
// makes a program of.
void explain_shortage(const nir::Shader& shader, const CompileOptions& options,
                      const Target& target, Diagnostics& diagnostics);

} // namespace jacquard::ir3
