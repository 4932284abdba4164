#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/tool/cost/compare/cost_against.h>

#include <optional>

namespace jacquard::driver {

// Finds the line whose cycles changed most between an earlier report, as JSON, and a present one.
// Returns nothing where no line costs another number of cycles, or the earlier report has no lines.
[[nodiscard]] std::optional<ChangedLine> line_that_changed_most(const json::Value& before,
                                                                const CostedShader& after);

} // namespace jacquard::driver
