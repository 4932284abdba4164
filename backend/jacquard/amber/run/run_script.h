#pragma once

#include <jacquard/amber/run/run_options.h>

#include <string_view>

namespace jacquard::driver::amber {

enum class Outcome : std::uint8_t {
    passed,
    failed,  // an expectation is not met, a shader faults, or the script is malformed
    refused, // something in it is not supported
};

[[nodiscard]] std::string_view to_string(Outcome outcome);

// Whether a file is a script: by its name, or by how it begins.
[[nodiscard]] bool is_script(std::string_view name, std::string_view content);

// Reads a script and runs its commands in order. What is wrong, and each expectation that is not
// met, goes to `diagnostics`, which was made from the script.
[[nodiscard]] Outcome run_script(std::string_view text, const RunOptions& options,
                                 Diagnostics& diagnostics);

} // namespace jacquard::driver::amber
