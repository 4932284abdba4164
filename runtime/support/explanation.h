#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace jacquard {

// Everything the tables say about one name, as text of whole lines.
struct Explanation {
    std::string_view name;
    std::string_view text;
};

// Null when there is no such name. The table is sorted by name.
[[nodiscard]] inline const Explanation* find_explanation(std::span<const Explanation> table,
                                                         std::string_view name) {
    const auto found = std::lower_bound(
        table.begin(), table.end(), name,
        [](const Explanation& row, std::string_view wanted) { return row.name < wanted; });
    return found != table.end() && found->name == name ? &*found : nullptr;
}

} // namespace jacquard
