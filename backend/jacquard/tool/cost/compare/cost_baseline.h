#pragma once

#include <jacquard/tool/cost/compare/cost_against.h>
#include <jacquard/tool/frame/command_line.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// The baseline for `cost`, and how to compare with it.
struct CostBaseline {
    EarlierCosts earlier;
    double threshold = 0; // percent
    bool markdown = false;
    bool strict = false; // what is new or gone counts as worse
};

// Returns true if the arguments ask for a comparison.
[[nodiscard]] bool asks_to_compare(const Arguments& arguments);

// Returns the costs of a file that was read, told under its name.
using CostOfInput = std::function<std::vector<CostedShader>(const InputFile& file)>;

// Reads --threshold, --markdown and --strict, and what --against and --against-rev name: reports as
// JSON, or shaders, which are reported on as the present ones are. Returns false after a fault,
// which has been reported; `code` then is the exit code.
[[nodiscard]] bool read_baseline(const Arguments& arguments, const Streams& streams,
                                 const CostOptions& options, const CostOfInput& cost_of,
                                 CostBaseline& baseline, int& code);

// Returns the files of operands: each itself or, if it is a folder, the shaders below it.
[[nodiscard]] std::vector<std::string> files_of(std::span<const std::string_view> operands,
                                                const Streams& streams, int& code);

} // namespace jacquard::driver
