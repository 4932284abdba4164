#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>

#include <span>
#include <string>

namespace jacquard::driver {

// Returns what a report begins with: for each part, or several of which the same is true, what
// binds, why, and the cheapest improvement that is known.
[[nodiscard]] std::string cost_verdict(std::span<const CostedShader* const> shaders);

// All findings with their reasons and what to do, and what the changes make of the shader that the
// user asked for.
[[nodiscard]] std::string cost_findings(std::span<const CostedShader* const> shaders);
[[nodiscard]] std::string cost_what_ifs(std::span<const CostedShader* const> shaders);

} // namespace jacquard::driver
