#pragma once

#include "text_file.h"

#include <cstddef>
#include <optional>
#include <string>

namespace jacquard::texts {

// How an answer differs from what is expected.
struct Mismatch {
    std::size_t line = 0; // of the expectation, counted from 0
    std::string report;   // lines with their ends
};

// Whether the lines are directives such as `check: add.f`, and not the whole text.
[[nodiscard]] bool are_checks(const Lines& expected);

// Compares a whole text; the report is a diff.
[[nodiscard]] std::optional<Mismatch> compare(const Lines& expected, const Lines& found);

// Compares an answer with directives, a line each:
//
//     check: PATTERN          a line below the one matched last has the pattern
//     check-next: PATTERN     the line right below does
//     check-not: PATTERN      no line between the matches around it does
//     check-any: PATTERN      some line of the answer does
//     check-last: PATTERN     the last line of the answer does
//     check-count N: PATTERN  it stands N times in the whole answer
//
// A pattern is plain text but for `{{EXPRESSION}}`, a regular expression. Lines that begin with '#'
// are comments. Malformed directives are mismatches.
[[nodiscard]] std::optional<Mismatch> check(const Lines& directives, const Lines& found);

} // namespace jacquard::texts
