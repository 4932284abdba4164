#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>

#include <string>

namespace jacquard::driver {

// "29 of these cycles also serve lines 6 and 7", where a value that several lines ask for is
// computed once and counted here; empty where the line computes for itself alone.
[[nodiscard]] std::string serving_text(const CostedShader& shader, const ir3::LineCost& line);

// "29 more at line 5", where what the line asks for is computed and counted elsewhere; empty where
// it is not.
[[nodiscard]] std::string served_text(const CostedShader& shader, const ir3::LineCost& line);

} // namespace jacquard::driver
