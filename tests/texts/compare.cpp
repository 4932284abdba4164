#include "expectation.h"

#include <algorithm>
#include <cstdint>

namespace jacquard::texts {

namespace {

constexpr std::size_t kContext = 2; // equal lines shown around those that differ

struct DiffLine {
    char mark = ' '; // '-': expected only, '+': found only
    std::string text;
    std::size_t expected = 0; // lines of the expectation in front of it
};

// Aligns two texts by a longest common subsequence of their lines.
std::vector<DiffLine> diff(const Lines& expected, const Lines& found) {
    const std::size_t width = found.size() + 1;
    std::vector<std::uint32_t> common((expected.size() + 1) * width);
    for (std::size_t i = expected.size(); i-- > 0;) {
        for (std::size_t j = found.size(); j-- > 0;) {
            common[i * width + j] = expected[i] == found[j] ? common[(i + 1) * width + j + 1] + 1
                                                            : std::max(common[(i + 1) * width + j],
                                                                       common[i * width + j + 1]);
        }
    }
    std::vector<DiffLine> lines;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < expected.size() || j < found.size()) {
        if (i < expected.size() && j < found.size() && expected[i] == found[j]) {
            lines.push_back({' ', expected[i], i});
            ++i;
            ++j;
        } else if (j == found.size() || (i < expected.size() && common[(i + 1) * width + j] >=
                                                                    common[i * width + j + 1])) {
            lines.push_back({'-', expected[i], i});
            ++i;
        } else {
            lines.push_back({'+', found[j], i});
            ++j;
        }
    }
    return lines;
}

} // namespace

std::optional<Mismatch> compare(const Lines& expected, const Lines& found) {
    if (expected == found) {
        return std::nullopt;
    }
    const std::vector<DiffLine> lines = diff(expected, found);
    const auto differs = [](const DiffLine& line) { return line.mark != ' '; };
    Mismatch mismatch;
    mismatch.line = std::find_if(lines.begin(), lines.end(), differs)->expected;
    bool was_shown = true;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(i - std::min(i, kContext));
        const auto end =
            lines.begin() + static_cast<std::ptrdiff_t>(std::min(i + kContext + 1, lines.size()));
        const bool is_shown = std::any_of(begin, end, differs);
        if (is_shown) {
            mismatch.report += was_shown ? "" : "  ...\n";
            mismatch.report += std::string("  ") + lines[i].mark + ' ' + lines[i].text + '\n';
        }
        was_shown = is_shown;
    }
    return mismatch;
}

} // namespace jacquard::texts
