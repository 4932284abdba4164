#include <jacquard/support/text/line_difference.h>
#include <jacquard/tool/shaders/text_difference.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace jacquard::driver {

namespace {

constexpr std::size_t kAround = 3;

using Lines = std::vector<std::string_view>;
using Rows = std::vector<DifferenceRow>;

Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string range(std::size_t first, std::size_t count) {
    return std::to_string(count == 0 ? first : first + 1) + ',' + std::to_string(count);
}

// The rows that differ, with some around them.
std::string parts_of(const Rows& rows) {
    std::string text;
    std::size_t a_line = 0;
    std::size_t b_line = 0;
    std::size_t at = 0;
    while (true) {
        std::size_t change = at;
        while (change < rows.size() && rows[change].kind == ' ') {
            ++change;
        }
        if (change == rows.size()) {
            return text;
        }
        const std::size_t begin = change - std::min(change - at, kAround);
        a_line += begin - at;
        b_line += begin - at;
        // A part ends where more rows in a row are alike than are shown around both of its sides.
        std::size_t end = change;
        for (std::size_t i = change; i < rows.size() && i <= end + 2 * kAround; ++i) {
            end = rows[i].kind == ' ' ? end : i + 1;
        }
        end = std::min(end + kAround, rows.size());
        std::string part;
        std::size_t a_count = 0;
        std::size_t b_count = 0;
        for (const DifferenceRow& row : std::span(rows).subspan(begin, end - begin)) {
            part += row.kind + std::string(row.line) + '\n';
            a_count += row.kind != '+' ? 1 : 0;
            b_count += row.kind != '-' ? 1 : 0;
        }
        text += "@@ -" + range(a_line, a_count) + " +" + range(b_line, b_count) + " @@\n" + part;
        a_line += a_count;
        b_line += b_count;
        at = end;
    }
}

} // namespace

std::string text_difference(std::string_view before, std::string_view after) {
    return parts_of(line_difference(lines_of(before), lines_of(after)));
}

} // namespace jacquard::driver
