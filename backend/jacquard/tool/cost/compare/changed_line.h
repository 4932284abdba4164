#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/tool/cost/shader/costed_shader.h>

#include <cstdint>
#include <optional>
#include <string>

namespace jacquard::driver {

// The source line whose cycles changed most.
struct ChangedLine {
    std::string name; // "ripple.frag:12", where the line is now; where it was, if it is gone
    std::uint32_t number = 0;
    std::string text;
    double before = 0; // cycles
    double after = 0;
};

// Finds the line whose cycles changed most between an earlier report, as JSON, and a present one.
// Returns nothing where no line costs another number of cycles, or the earlier report has no lines.
[[nodiscard]] std::optional<ChangedLine> line_that_changed_most(const json::Value& before,
                                                                const CostedShader& after);

} // namespace jacquard::driver
