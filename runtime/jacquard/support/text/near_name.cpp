#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace jacquard {

namespace {

constexpr std::size_t kLongestCompared = 64;
using Row = std::array<std::uint8_t, kLongestCompared + 1>;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Edit distance with swaps of neighbours; both names are at most kLongestCompared long.
std::size_t distance(std::string_view a, std::string_view b) {
    Row before_previous{};
    Row previous{};
    Row current{};
    for (std::size_t j = 0; j <= b.size(); ++j) {
        previous[j] = static_cast<std::uint8_t>(j);
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = static_cast<std::uint8_t>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            int best =
                std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1])) {
                best = std::min(best, before_previous[j - 2] + 1);
            }
            current[j] = static_cast<std::uint8_t>(best);
        }
        before_previous = previous;
        previous = current;
    }
    return previous[b.size()];
}

} // namespace

std::string_view near_name(std::string_view written, std::span<const std::string_view> names) {
    if (written.empty() || written.size() > kLongestCompared) {
        return {};
    }
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(1, written.size() / 3) + 1;
    for (const std::string_view name : names) {
        if (name.size() > kLongestCompared) {
            continue;
        }
        const std::size_t found = distance(written, name);
        if (found < best_distance) {
            best = name;
            best_distance = found;
        }
    }
    return best;
}

void suggest_name(Diagnostic& fault, std::string_view written,
                  std::span<const std::string_view> names) {
    const std::string_view near = near_name(written, names);
    if (!near.empty()) {
        fault.notes.push_back({{}, "did you mean '" + std::string(near) + "'?"});
    }
}

} // namespace jacquard
