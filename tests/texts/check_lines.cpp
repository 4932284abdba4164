#include "expectation.h"

#include <algorithm>

namespace jacquard::texts {

namespace {

std::string quoted(const std::string& text) {
    return "'" + text + "'";
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
    std::string apply(const Directive& directive) {
        const std::string pattern = quoted(directive.pattern);
        switch (directive.name) {
        case DirectiveName::count: {
            const std::size_t count = count_of(directive.expression, found_);
            return count == directive.count
                       ? ""
                       : pattern + " stands " + std::to_string(count) +
                             " times in the answer, not " + std::to_string(directive.count);
        }
        case DirectiveName::any:
            return count_of(directive.expression, found_) != 0
                       ? ""
                       : "no line of the answer has " + pattern;
        case DirectiveName::last:
            return !found_.empty() && std::regex_search(found_.back(), directive.expression)
                       ? ""
                       : "the last line of the answer has no " + pattern;
        case DirectiveName::absent: absent_.push_back(&directive); return "";
        case DirectiveName::check:
        case DirectiveName::next: return match(directive);
        }
        return "";
    }

    // The check-not directives since the last match hold up to here. Returns the first that fails.
    std::string reject(std::size_t end, std::size_t& fault_line) {
        for (const Directive* directive : absent_) {
            for (std::size_t i = next_; i < end; ++i) {
                if (std::regex_search(found_[i], directive->expression)) {
                    fault_line = directive->line;
                    return quoted(directive->pattern) + " stands in line " + std::to_string(i + 1) +
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
        const bool only_next = directive.name == DirectiveName::next;
        const std::size_t end = only_next ? std::min(next_ + 1, found_.size()) : found_.size();
        for (std::size_t i = next_; i < end; ++i) {
            if (std::regex_search(found_[i], directive.expression)) {
                matched_ = i;
                return "";
            }
        }
        const std::string where =
            next_ == 0 ? "of the answer" : "below line " + std::to_string(next_) + " of the answer";
        const std::string pattern = quoted(directive.pattern);
        return only_next ? "the line right below line " + std::to_string(next_) +
                               " of the answer has no " + pattern
                         : "no line " + where + " has " + pattern;
    }

    const Lines& found_;
    std::size_t next_ = 0; // where the next match is looked for
    std::size_t matched_ = 0;
    std::vector<const Directive*> absent_;
};

Mismatch mismatch_of(std::size_t line, const std::string& fault, const Lines& found) {
    Mismatch mismatch{line, "  " + fault + "\n  the answer is\n"};
    for (std::size_t i = 0; i < found.size(); ++i) {
        mismatch.report += "  " + std::to_string(i + 1) + "  " + found[i] + '\n';
    }
    return mismatch;
}

} // namespace

std::optional<Mismatch> Checks::check(const Lines& found) const {
    Checker checker(found);
    std::size_t fault_line = 0;
    for (const Directive& directive : directives_) {
        fault_line = directive.line;
        std::string fault = checker.apply(directive);
        if (fault.empty() && directive.moves()) {
            fault = checker.reject(checker.matched(), fault_line);
            checker.go_on();
        }
        if (!fault.empty()) {
            return mismatch_of(fault_line, fault, found);
        }
    }
    const std::string fault = checker.reject(found.size(), fault_line);
    return fault.empty() ? std::nullopt : std::optional(mismatch_of(fault_line, fault, found));
}

} // namespace jacquard::texts
