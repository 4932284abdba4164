#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>

#include <span>
#include <string>

namespace jacquard::driver {

// The section of a table that tells what the reports would say if numbers that are published or
// assumed were the least and the most that they may be. The shaders must have reports.
[[nodiscard]] std::string cost_sway_table(std::span<const CostedShader* const> shaders);

} // namespace jacquard::driver
