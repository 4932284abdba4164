#pragma once

#include <jacquard/glsl/compiler/high_level_shader.h>
#include <jacquard/glsl/dialect/modernise.h>
#include <jacquard/support/text/limits.h>

#include <optional>
#include <string_view>

namespace jacquard::driver::glsl {

// The name in a module of the sampler that stands for those of all textures with a sampler.
inline constexpr std::string_view kCombinedSampler = "jq_combined_sampler";

// Rewrites HLSL to what glslang compiles to valid SPIR-V, by the table of its names. The steps are:
//   1. the files that it includes are read (dialect/include_files.h);
//   2. the state of samplers, and what only effects have, is left out;
//   3. samplers of Direct3D 9 become textures, and lookups calls of functions that are declared in
//      front of the shader;
//   4. functions that glslang compiles wrongly are declared in front of the shader;
//   5. names that cannot be had become names that glslang does not know, so that its message, which
//      comes only where it reaches them, becomes that of the table.
// Lines stay where they are; all branches of an #if are rewritten, and bodies of macros too. A
// shader that needs no change keeps its text byte for byte.
//
// There is no result after a fault, which `diagnostics` then has.
[[nodiscard]] std::optional<ModernShader>
rewrite_hlsl(const HighLevelShader& shader, Diagnostics& diagnostics, const Limits& limits);

} // namespace jacquard::driver::glsl
