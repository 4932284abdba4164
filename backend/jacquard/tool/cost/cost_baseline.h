#pragma once

#include <jacquard/tool/cost/cost_against.h>
#include <jacquard/tool/frame/command_line.h>

#include <optional>

namespace jacquard::driver {

// The baseline for `cost`, and how to compare with it.
struct CostBaseline {
    std::optional<EarlierCosts> earlier; // nothing: it does not compare
    double threshold = 0;                // percent
    bool markdown = false;
};

// Reads --against, --threshold and --markdown. Returns false after a fault, which has been
// reported; `code` then is the exit code.
[[nodiscard]] bool read_baseline(const Arguments& arguments, const Streams& streams,
                                 bool format_may_compare, const Limits& limits,
                                 CostBaseline& baseline, int& code);

} // namespace jacquard::driver
