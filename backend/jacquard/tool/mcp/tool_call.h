#pragma once

#include <jacquard/support/text/limits.h>
#include <jacquard/tool/mcp/tools.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {
class HighLevelCompiler;
}

namespace jacquard::driver::mcp {

// The things outside a call that it may use.
struct Surroundings {
    std::string folder;              // whose files may be read; empty: none
    std::vector<std::string> limits; // options for each command that has them
    Limits input;                    // for files
    const HighLevelCompiler& high_level;
};

struct CallResult {
    std::string text;
    bool is_error = false;
};

// Runs the tool's command. Whatever is wrong with the arguments is told in the result.
[[nodiscard]] CallResult call_tool(const Tool& tool, json::Value arguments,
                                   const Surroundings& surroundings);

} // namespace jacquard::driver::mcp
