#pragma once

#include "settings.h"
#include "text_file.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace jacquard::texts {

// How an answer differs from what is expected.
struct Mismatch {
    std::size_t line = 0; // of the expectation, counted from 0
    std::string report;   // lines with their ends
};

// A line such as `check: add.f`.
enum class DirectiveName : std::uint8_t { check, next, absent, any, last, count };

struct Directive {
    DirectiveName name{};
    std::size_t count = 0; // of `check-count`
    std::string pattern;
    std::regex expression;
    std::size_t line = 0; // among the lines of the expectation, from 0

    // An answer of nothing passes it.
    [[nodiscard]] bool is_negative() const {
        return name == DirectiveName::absent || (name == DirectiveName::count && count == 0);
    }
    // It matches a line, below which the next one is looked for.
    [[nodiscard]] bool moves() const {
        return name == DirectiveName::check || name == DirectiveName::next;
    }
};

// Whether the first line is a directive such as `check: add.f`, or like one, and so the lines are
// not the whole text.
[[nodiscard]] bool are_checks(const Lines& expected);

// Compares a whole text; the report is a diff.
[[nodiscard]] std::optional<Mismatch> compare(const Lines& expected, const Lines& found);

// The directives tell what an answer must have, a line each:
//
//     check: PATTERN          a line below the one matched last has the pattern
//     check-next: PATTERN     the line right below does
//     check-not: PATTERN      no line between the matches around it does
//     check-any: PATTERN      some line of the answer does
//     check-last: PATTERN     the last line of the answer does
//     check-count N: PATTERN  it stands N times in the whole answer
//
// A pattern is plain text but for `{{EXPRESSION}}`, a regular expression. Lines that begin with '#'
// are comments.
class Checks {
  public:
    // Reads the directives. Those that are malformed, and those that no answer could fail, are
    // faults; so is a list of directives that only say what an answer has not, which an answer of
    // nothing at all would pass. Lines of faults count from 0.
    Checks(const Lines& lines, std::vector<LineFault>& faults);

    [[nodiscard]] std::optional<Mismatch> check(const Lines& found) const;

  private:
    std::vector<Directive> directives_;
};

} // namespace jacquard::texts
