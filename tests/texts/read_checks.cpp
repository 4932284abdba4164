// Directives as they are read, and what is wrong with them.
#include <jacquard/support/hex.h>
#include <jacquard/support/text/near_name.h>

#include "expectation.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace jacquard::texts {

namespace {

// By DirectiveName.
constexpr std::array<std::string_view, 6> kNames = {"check",     "check-next", "check-not",
                                                    "check-any", "check-last", "check-count"};

// Plain text as a regular expression. Returns nothing where braces that would enclose an expression
// have no counterpart.
std::optional<std::string> quoted(std::string_view text) {
    if (text.find("{{") != std::string_view::npos || text.find("}}") != std::string_view::npos) {
        return std::nullopt;
    }
    std::string expression;
    for (const char letter : text) {
        if (std::string_view("^$\\.*+?()[]{}|").find(letter) != std::string_view::npos) {
            expression += '\\';
        }
        expression += letter;
    }
    return expression;
}

std::optional<std::string> expression_of(std::string_view pattern) {
    std::string expression;
    while (true) {
        const std::size_t begin = pattern.find("{{");
        std::size_t end = begin == std::string_view::npos ? begin : pattern.find("}}", begin + 2);
        if (end == std::string_view::npos) {
            const auto rest = quoted(pattern);
            return rest ? std::optional(expression + *rest) : std::nullopt;
        }
        // A brace that the expression itself ends in stands in front of the two that end it.
        while (pattern.substr(end + 1).starts_with("}}")) {
            ++end;
        }
        const auto plain = quoted(pattern.substr(0, begin));
        if (!plain) {
            return std::nullopt;
        }
        expression +=
            *plain + "(?:" + std::string(pattern.substr(begin + 2, end - begin - 2)) + ")";
        pattern.remove_prefix(end + 2);
    }
}

// Whether every line matches, the blank one and one of a letter that no answer has.
bool matches_all(const std::regex& expression) {
    return std::regex_search(std::string(), expression) &&
           std::regex_search(std::string("\x01"), expression);
}

// Sets the pattern of a directive. Returns what is wrong with it; empty: nothing is.
std::string take_pattern(Directive& directive, const std::string& pattern) {
    directive.pattern = pattern;
    if (pattern.find_first_not_of(' ') == std::string::npos) {
        return "the pattern is empty, and every line has that";
    }
    const std::optional<std::string> expression = expression_of(pattern);
    if (!expression) {
        return "the pattern '" + pattern +
               "' has '{{' or '}}' without the other; a regular expression stands between both";
    }
    try {
        directive.expression = std::regex(*expression);
    } catch (const std::regex_error& error) {
        return "the pattern '" + pattern + "' is no regular expression: " + error.what();
    }
    return matches_all(directive.expression) ? "every line has the pattern '" + pattern + "'" : "";
}

// Reads a line. Returns what is wrong with it; empty: nothing is.
std::string read_line(const std::string& line, Directive& directive) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) {
        return "expected a directive such as 'check: PATTERN' and not the line '" + line + "'";
    }
    const std::string head = line.substr(0, colon);
    const std::string name = head.substr(0, head.find(' '));
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) {
        return unknown_word("directive", name, kNames);
    }
    directive.name = static_cast<DirectiveName>(found - kNames.begin());
    const std::string number = head.substr(std::min(name.size() + 1, head.size()));
    if (directive.name == DirectiveName::count) {
        const auto count = driver::parse_number<std::size_t>(number);
        if (!count) {
            return "'" + head + "' is no directive; a count is written 'check-count N: PATTERN'";
        }
        directive.count = *count;
    } else if (head != name) {
        return "'" + head + "' is no directive; only check-count takes a number";
    }
    return take_pattern(directive, line.substr(colon + 2));
}

} // namespace

bool are_checks(const Lines& expected) {
    const auto first = std::find_if(expected.begin(), expected.end(), [](const std::string& line) {
        return !line.empty() && line[0] != '#';
    });
    // A misspelt one is no text that may be replaced.
    return first != expected.end() && first->find(": ") != std::string::npos &&
           !near_name(first->substr(0, first->find_first_of(": ")), kNames).empty();
}

Checks::Checks(const Lines& lines, std::vector<LineFault>& faults) {
    directives_.reserve(lines.size()); // They stay where they are.
    const Directive* before = nullptr;
    bool are_read = true;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        if (lines[line].empty() || lines[line][0] == '#') {
            continue;
        }
        Directive directive;
        directive.line = line;
        std::string fault = read_line(lines[line], directive);
        if (fault.empty() && directive.name == DirectiveName::next && before != nullptr &&
            before->name == DirectiveName::absent) {
            faults.push_back({before->line, "no line lies between the match above and that of the "
                                            "'check-next' below, so that nothing is checked"});
        }
        if (!fault.empty()) {
            faults.push_back({line, fault});
            are_read = false;
        }
        directives_.push_back(std::move(directive));
        before = &directives_.back();
    }
    if (are_read && std::all_of(directives_.begin(), directives_.end(),
                                [](const Directive& each) { return each.is_negative(); })) {
        faults.push_back({0, "these directives only say what the answer has not, and an empty "
                             "answer has nothing; one must say what it has"});
    }
}

} // namespace jacquard::texts
