#pragma once

#include <jacquard/ir3/cost/cost_report.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Describes which change of a figure makes a shader worse.
enum class WorseWhen : std::uint8_t { never, higher, lower };

// A figure of a report: the one list that tables, JSON and comparisons are made of.
struct CostRow {
    std::string_view section;
    std::string_view name;       // of the member of the section, in JSON
    std::string_view label;      // for people
    std::optional<double> value; // nothing: a path without a bound
    WorseWhen worse = WorseWhen::never;
};

// Returns the title of a section in a table.
[[nodiscard]] std::string_view section_title(std::string_view section);

// All figures, section by section; of every report the same ones in the same order.
[[nodiscard]] std::vector<CostRow> cost_rows(const ir3::CostReport& report);

// Returns true for figures that are told even where they are 0 everywhere: that nothing is in 16
// bits is news. Other rows of zeros are left out for people.
[[nodiscard]] bool is_told_of_zeros(const CostRow& row);

// "12", "0.5", "33.33"
[[nodiscard]] std::string number_text(double value);

} // namespace jacquard::driver
