#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>

#include <span>
#include <string>

namespace jacquard::driver {

// Tells what the launch of the options costs on each part: waves, what moves by pattern, and one
// line that says what binds and what would change it.
[[nodiscard]] std::string launch_table(std::span<const CostedShader> shaders,
                                       const CostOptions& options);

} // namespace jacquard::driver
