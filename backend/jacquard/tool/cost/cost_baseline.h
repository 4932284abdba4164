#pragma once

#include <jacquard/tool/cost/cost_against.h>
#include <jacquard/tool/frame/command_line.h>

#include <optional>

namespace jacquard::driver {

// What `cost` is to compare with, and how.
struct CostBaseline {
    std::optional<EarlierCosts> earlier; // nothing: it does not compare
    double threshold = 0;                // percent
    bool markdown = false;
};

// What --against, --threshold and --markdown say. False after a fault, which has been said; `code`
// then is the exit code.
[[nodiscard]] bool read_baseline(const Arguments& arguments, const Streams& streams,
                                 bool format_may_compare, const Limits& limits,
                                 CostBaseline& baseline, int& code);

} // namespace jacquard::driver
