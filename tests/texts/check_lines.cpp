#include <jacquard/support/text/near_name.h>

#include "expectation.h"

#include <array>
#include <charconv>
#include <regex>

namespace jacquard::texts {

namespace {

constexpr std::string_view kCount = "check-count";
constexpr std::array<std::string_view, 6> kDirectives = {"check",     "check-next", "check-not",
                                                         "check-any", "check-last", kCount};

struct Directive {
    std::string name;
    std::size_t count = 0; // of check-count
    std::string pattern;
    std::regex expression;
};

// Plain text as a regular expression.
std::string quoted(std::string_view text) {
    std::string expression;
    for (const char letter : text) {
        if (std::string_view("^$\\.*+?()[]{}|").find(letter) != std::string_view::npos) {
            expression += '\\';
        }
        expression += letter;
    }
    return expression;
}

std::string expression_of(std::string_view pattern) {
    std::string expression;
    std::size_t at = 0;
    while (at < pattern.size()) {
        const std::size_t begin = pattern.find("{{", at);
        const std::size_t end =
            begin == std::string_view::npos ? begin : pattern.find("}}", begin + 2);
        if (end == std::string_view::npos) {
            return expression + quoted(pattern.substr(at));
        }
        expression += quoted(pattern.substr(at, begin - at));
        expression += "(?:" + std::string(pattern.substr(begin + 2, end - begin - 2)) + ")";
        at = end + 2;
    }
    return expression;
}

// Reads a line; `fault` says what is wrong with it.
Directive parse(const std::string& line, std::string& fault) {
    Directive directive;
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) {
        fault = "expected a directive such as 'check: PATTERN' and not the line '" + line + "'";
        return directive;
    }
    const std::string_view head = std::string_view(line).substr(0, colon);
    directive.name = head.substr(0, head.find(' '));
    directive.pattern = line.substr(colon + 2);
    bool is_known = false;
    for (const std::string_view name : kDirectives) {
        is_known = is_known || name == directive.name;
    }
    if (!is_known) {
        const std::string_view near = near_name(directive.name, kDirectives);
        fault = "there is no directive '" + directive.name + "'" +
                (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?");
        return directive;
    }
    const std::string_view number = head.substr(std::min(directive.name.size() + 1, head.size()));
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), directive.count);
    const bool has_number = error == std::errc() && end == number.data() + number.size();
    if (directive.name == kCount ? !has_number : !number.empty()) {
        fault =
            "'" + std::string(head) + "' is no directive; a count is written 'check-count N: …'";
        return directive;
    }
    try {
        directive.expression = std::regex(expression_of(directive.pattern));
    } catch (const std::regex_error& error) {
        fault = "the pattern '" + directive.pattern + "' is no regular expression: " + error.what();
    }
    return directive;
}

std::size_t count_of(const std::regex& expression, const Lines& found) {
    std::size_t count = 0;
    for (const std::string& line : found) {
        for (auto match = std::sregex_iterator(line.begin(), line.end(), expression);
             match != std::sregex_iterator(); ++match) {
            ++count;
        }
    }
    return count;
}

class Checker {
  public:
    explicit Checker(const Lines& found) : found_(found) {}

    // Returns the fault; empty: the directive holds.
    std::string apply(const Directive& directive, std::size_t line) {
        if (directive.name == kCount) {
            const std::size_t count = count_of(directive.expression, found_);
            return count == directive.count
                       ? ""
                       : "'" + directive.pattern + "' stands " + std::to_string(count) +
                             " times in the answer, not " + std::to_string(directive.count);
        }
        if (directive.name == "check-any") {
            return count_of(directive.expression, found_) != 0
                       ? ""
                       : "no line of the answer has '" + directive.pattern + "'";
        }
        if (directive.name == "check-last") {
            return !found_.empty() && std::regex_search(found_.back(), directive.expression)
                       ? ""
                       : "the last line of the answer has no '" + directive.pattern + "'";
        }
        if (directive.name == "check-not") {
            absent_.push_back({directive, line});
            return "";
        }
        return match(directive);
    }

    // The check-not directives since the last match hold up to here. Returns the first that fails.
    std::string reject(std::size_t end, std::size_t& fault_line) {
        for (const auto& [directive, line] : absent_) {
            for (std::size_t i = next_; i < end; ++i) {
                if (std::regex_search(found_[i], directive.expression)) {
                    fault_line = line;
                    return "'" + directive.pattern + "' stands in line " + std::to_string(i + 1) +
                           " of the answer: " + found_[i];
                }
            }
        }
        absent_.clear();
        return "";
    }

    // The line that the last match is in.
    [[nodiscard]] std::size_t matched() const { return matched_; }
    void go_on() { next_ = matched_ + 1; }

  private:
    std::string match(const Directive& directive) {
        const bool only_next = directive.name == "check-next";
        const std::size_t end = only_next ? std::min(next_ + 1, found_.size()) : found_.size();
        for (std::size_t i = next_; i < end; ++i) {
            if (std::regex_search(found_[i], directive.expression)) {
                matched_ = i;
                return "";
            }
        }
        const std::string where =
            next_ == 0 ? "of the answer" : "below line " + std::to_string(next_) + " of the answer";
        return only_next ? "the line right below line " + std::to_string(next_) +
                               " of the answer has no '" + directive.pattern + "'"
                         : "no line " + where + " has '" + directive.pattern + "'";
    }

    struct Absent {
        Directive directive;
        std::size_t line = 0;
    };

    const Lines& found_;
    std::size_t next_ = 0; // where the next match is looked for
    std::size_t matched_ = 0;
    std::vector<Absent> absent_;
};

Mismatch mismatch_of(std::size_t line, const std::string& fault, const Lines& found) {
    Mismatch mismatch{line, "  " + fault + "\n  the answer is\n"};
    for (std::size_t i = 0; i < found.size(); ++i) {
        mismatch.report += "  " + std::to_string(i + 1) + "  " + found[i] + '\n';
    }
    return mismatch;
}

} // namespace

bool are_checks(const Lines& expected) {
    for (const std::string& line : expected) {
        if (!line.empty() && line[0] != '#') {
            return line.starts_with("check:") || line.starts_with("check-");
        }
    }
    return false;
}

std::optional<Mismatch> check(const Lines& directives, const Lines& found) {
    Checker checker(found);
    for (std::size_t line = 0; line < directives.size(); ++line) {
        if (directives[line].empty() || directives[line][0] == '#') {
            continue;
        }
        std::string fault;
        const Directive directive = parse(directives[line], fault);
        if (fault.empty()) {
            fault = checker.apply(directive, line);
        }
        std::size_t fault_line = line;
        if (fault.empty() && (directive.name == "check" || directive.name == "check-next")) {
            fault = checker.reject(checker.matched(), fault_line);
            checker.go_on();
        }
        if (!fault.empty()) {
            return mismatch_of(fault_line, fault, found);
        }
    }
    std::size_t fault_line = 0;
    const std::string fault = checker.reject(found.size(), fault_line);
    return fault.empty() ? std::nullopt : std::optional(mismatch_of(fault_line, fault, found));
}

} // namespace jacquard::texts
