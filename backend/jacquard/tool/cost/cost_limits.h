#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/frame/command_line.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

// Limits that users set to what shaders may cost.
namespace jacquard::driver {

// A limit to one figure of the shaders of a stage, or of all.
struct CostLimit {
    std::optional<ir3::ShaderStage> stage;
    std::string section; // of the figure, as CostRow has it
    std::string name;
    double value = 0; // the most, or the least of a figure that is better when it is higher
};

inline constexpr std::array<OptionSpec, 2> kCostLimitOptions = {{
    OptionSpec{"--limit", "[STAGE:]FIGURE=N",
               "1 if a shader has more than that: fragment:registers.overall=16; may be repeated",
               true}
        .repeated(),
    {"--limits", "FILE", "limits, one a line: fragment registers.overall 16", true},
}};

// Reads --limit and --limits. Returns false after a fault, which has been reported; `code` then is
// the exit code.
[[nodiscard]] bool read_cost_limits(const Arguments& arguments, const Streams& streams,
                                    const Limits& limits, std::vector<CostLimit>& found, int& code);

// Returns a line for each limit that a shader exceeds; empty where it keeps to all.
[[nodiscard]] std::string exceeded_limits(const CostedShader& shader,
                                          const std::vector<CostLimit>& limits);

} // namespace jacquard::driver
