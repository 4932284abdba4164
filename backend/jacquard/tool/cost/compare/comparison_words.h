#pragma once

#include <jacquard/tool/cost/compare/cost_against.h>

#include <optional>
#include <string>
#include <string_view>

// Every printed form of a comparison says these things in the same words.
namespace jacquard::driver {

// "ripple.frag (old.frag) a630 binning"
[[nodiscard]] std::string form_name(const ChangedShader& shader);
// "12", or "no bound"
[[nodiscard]] std::string value_text(const std::optional<double>& value);
// "+18.75 %", or nothing where there is no percentage
[[nodiscard]] std::string percent_text(const CostChange& change);
[[nodiscard]] std::string_view verdict_text(CostVerdict verdict);
// "worse 1, better 0, unchanged 7"
[[nodiscard]] std::string totals_text(const CostComparison& comparison);

} // namespace jacquard::driver
