#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace jacquard {

// A line of the difference of two texts: of both (' '), of the first alone ('-'), of the second
// alone ('+').
struct DifferenceRow {
    char kind;
    std::string_view line;
};

// All lines of two texts in their order, with as many as possible in common. Of texts with little
// in common, the lines of the first precede those of the second.
[[nodiscard]] std::vector<DifferenceRow> line_difference(std::span<const std::string_view> before,
                                                         std::span<const std::string_view> after);

} // namespace jacquard
