#include <jacquard/support/text/explanation.h>

#include <algorithm>

namespace jacquard {

std::vector<Explanation> read_explanations(std::string_view data) {
    std::vector<Explanation> rows;
    while (!data.empty()) {
        const std::size_t name_end = std::min(data.find('\n'), data.size() - 1);
        const std::size_t text_end = std::min(data.find("\n@", name_end), data.size() - 1);
        rows.push_back(
            {data.substr(1, name_end - 1), data.substr(name_end + 1, text_end - name_end)});
        data.remove_prefix(text_end + 1);
    }
    return rows;
}

const Explanation* find_explanation(std::span<const Explanation> table, std::string_view name) {
    const auto found = std::lower_bound(
        table.begin(), table.end(), name,
        [](const Explanation& row, std::string_view wanted) { return row.name < wanted; });
    return found != table.end() && found->name == name ? &*found : nullptr;
}

} // namespace jacquard
