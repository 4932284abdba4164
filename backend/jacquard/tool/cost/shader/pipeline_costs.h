#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/frame/command_line.h>

#include <optional>
#include <vector>

namespace jacquard::driver {

// The costs of the operands as stages of one pipeline, fitted to each other: the forms of each
// stage, part by part. Faults go to the error stream. Nothing where a file was not read; `code`
// then is the exit code.
[[nodiscard]] std::optional<std::vector<std::vector<CostedShader>>>
cost_of_pipeline(const Arguments& arguments, const CostOptions& options, const Streams& streams,
                 int& code);

} // namespace jacquard::driver
