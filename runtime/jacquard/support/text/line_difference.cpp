// The shortest way from one text to the other, after E. W. Myers, "An O(ND) Difference Algorithm".

#include <jacquard/support/text/line_difference.h>

#include <algorithm>
#include <cstddef>

namespace jacquard {

namespace {

// Lines that may differ; memory grows with the square of it.
constexpr int kMostSteps = 1500;

using Rows = std::vector<DifferenceRow>;

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
        rows.push_back(is_insertion ? DifferenceRow{'+', b[static_cast<std::size_t>(from_y)]}
                                    : DifferenceRow{'-', a[static_cast<std::size_t>(from_x)]});
        x = from_x;
        y = from_y;
    }
    for (; x > 0; --x) {
        rows.push_back({' ', a[static_cast<std::size_t>(x - 1)]});
    }
    std::reverse(rows.begin(), rows.end());
    return rows;
}

} // namespace

std::vector<DifferenceRow> line_difference(std::span<const std::string_view> a,
                                           std::span<const std::string_view> b) {
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
    return rows;
}

} // namespace jacquard
