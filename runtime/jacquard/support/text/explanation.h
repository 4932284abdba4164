#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace jacquard {

// Everything the tables say about one name, as text of whole lines.
struct Explanation {
    std::string_view name;
    std::string_view text;
};

// The rows of a file that the generator wrote: names in their order, each on a line of its own
// behind an '@', and behind it the lines of its text. The rows refer to `data`.
[[nodiscard]] std::vector<Explanation> read_explanations(std::string_view data);

// Null when there is no such name. The table is sorted by name.
[[nodiscard]] const Explanation* find_explanation(std::span<const Explanation> table,
                                                  std::string_view name);

} // namespace jacquard
