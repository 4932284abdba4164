#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

// The columns of a table of costs: labels, then a cell for each form of the shader.
namespace jacquard::driver {

inline constexpr std::size_t kCostLabelWidth = 32;
inline constexpr std::size_t kCostColumnWidth = 10;

inline void begin_cost_row(std::string& text, std::string_view label) {
    const std::size_t start = text.size();
    text.append("  ").append(label);
    text.resize(std::max(text.size(), start + kCostLabelWidth), ' ');
}

inline void append_cost_cell(std::string& text, std::string_view cell) {
    text.append(cell.size() < kCostColumnWidth ? kCostColumnWidth - cell.size() : 1, ' ')
        .append(cell);
}

} // namespace jacquard::driver
