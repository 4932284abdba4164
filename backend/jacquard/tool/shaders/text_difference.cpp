// The shortest way from one text to the other, after E. W. Myers, "An O(ND) Difference Algorithm".

#include <jacquard/tool/shaders/text_difference.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace jacquard::driver {

namespace {

constexpr std::size_t kAround = 3;
// Lines that may differ; memory grows with the square of it.
constexpr int kMostSteps = 1500;

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// A line of the result: of both texts (' '), of the first alone ('-'), of the second alone ('+').
struct Row {
    char kind;
    std::string_view line;
};
using Rows = std::vector<Row>;

void add_all(Rows& rows, char kind, std::span<const std::string_view> lines) {
    for (const std::string_view line : lines) {
        rows.push_back({kind, line});
    }
}

// The furthest line of the first text that an edit path of some length reaches on each diagonal. A
// diagonal is the distance from the line of the second text to that of the first.
class Reached {
  public:
    explicit Reached(int most)
        : middle_(most + 1), lines_(2 * static_cast<std::size_t>(most) + 3) {}

    [[nodiscard]] int& operator[](int diagonal) {
        return lines_[static_cast<std::size_t>(middle_ + diagonal)];
    }
    [[nodiscard]] int operator[](int diagonal) const {
        return lines_[static_cast<std::size_t>(middle_ + diagonal)];
    }
    // Returns whether a path of so many steps reaches the diagonal by inserting a line of the
    // second text.
    [[nodiscard]] bool comes_by_insertion(int diagonal, int steps) const {
        return diagonal == -steps ||
               (diagonal != steps && (*this)[diagonal - 1] < (*this)[diagonal + 1]);
    }

  private:
    int middle_;
    std::vector<int> lines_;
};

// Returns the lines reached before each step of the shortest edit path, by Myers' algorithm. The
// result is empty if the path has too many steps.
std::vector<Reached> find_way(std::span<const std::string_view> a,
                              std::span<const std::string_view> b) {
    const int a_size = static_cast<int>(a.size());
    const int b_size = static_cast<int>(b.size());
    const int most = std::min(a_size + b_size, kMostSteps);
    std::vector<Reached> history;
    Reached reached(most);
    for (int steps = 0; steps <= most; ++steps) {
        history.push_back(reached);
        for (int diagonal = -steps; diagonal <= steps; diagonal += 2) {
            int x = history.back().comes_by_insertion(diagonal, steps) ? reached[diagonal + 1]
                                                                       : reached[diagonal - 1] + 1;
            while (x < a_size && x - diagonal < b_size &&
                   a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - diagonal)]) {
                ++x;
            }
            reached[diagonal] = x;
            if (x >= a_size && x - diagonal >= b_size) {
                return history;
            }
        }
    }
    return {};
}

// The rows of two texts that begin and end with different lines.
Rows middle_rows(std::span<const std::string_view> a, std::span<const std::string_view> b) {
    const std::vector<Reached> history = find_way(a, b);
    Rows rows;
    if (history.empty()) {
        add_all(rows, '-', a);
        add_all(rows, '+', b);
        return rows;
    }
    // Back from the end, step by step.
    int x = static_cast<int>(a.size());
    int y = static_cast<int>(b.size());
    for (int step = static_cast<int>(history.size()) - 1; step > 0; --step) {
        const Reached& before = history[static_cast<std::size_t>(step)];
        const bool is_insertion = before.comes_by_insertion(x - y, step);
        const int diagonal = x - y + (is_insertion ? 1 : -1);
        const int from_x = before[diagonal];
        const int from_y = from_x - diagonal;
        for (; x > from_x && y > from_y; --x, --y) {
            rows.push_back({' ', a[static_cast<std::size_t>(x - 1)]});
        }
        rows.push_back(is_insertion ? Row{'+', b[static_cast<std::size_t>(from_y)]}
                                    : Row{'-', a[static_cast<std::size_t>(from_x)]});
        x = from_x;
        y = from_y;
    }
    for (; x > 0; --x) {
        rows.push_back({' ', a[static_cast<std::size_t>(x - 1)]});
    }
    std::reverse(rows.begin(), rows.end());
    return rows;
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
        for (const Row& row : std::span(rows).subspan(begin, end - begin)) {
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
    const Lines a_lines = lines_of(before);
    const Lines b_lines = lines_of(after);
    const std::span<const std::string_view> a(a_lines);
    const std::span<const std::string_view> b(b_lines);
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t first = 0;
    while (first < shorter && a[first] == b[first]) {
        ++first;
    }
    std::size_t same = 0; // at the end
    while (same < shorter - first && a[a.size() - same - 1] == b[b.size() - same - 1]) {
        ++same;
    }
    Rows rows;
    add_all(rows, ' ', a.first(first));
    const Rows middle = middle_rows(a.subspan(first, a.size() - same - first),
                                    b.subspan(first, b.size() - same - first));
    rows.insert(rows.end(), middle.begin(), middle.end());
    add_all(rows, ' ', a.last(same));
    return parts_of(rows);
}

} // namespace jacquard::driver
