#include <jacquard/amber/read/lines/lines.h>
#include <jacquard/support/text/listed.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace jacquard::driver::amber {

std::string quoted(const Token& token) {
    return token.is_end() ? "the end of the line" : '\'' + std::string(token.text) + '\'';
}

namespace {

// More are told by their number and by those that are near.
constexpr std::size_t kFewWords = 8;

} // namespace

bool Lines::fail(std::string_view code, const Token& token, std::string message) {
    diagnostics_.error(code, token.position, std::move(message));
    return false;
}

bool Lines::fail_name(std::string_view code, const Token& token, std::string message,
                      std::span<const std::string_view> known) {
    suggest_name(diagnostics_.error(code, token.position, std::move(message)), token.text, known);
    return false;
}

bool Lines::fail_word(const Token& token, std::string_view what,
                      std::span<const std::string_view> words) {
    std::string message = quoted(token) + " is no " + std::string(what);
    if (words.size() <= kFewWords) {
        std::vector<std::string_view> named(words.begin(), words.end());
        std::replace(named.begin(), named.end(), std::string_view(), std::string_view("nothing"));
        message += "; expected " + listed(named, " or ");
    }
    return fail_name("M101", token, std::move(message), words);
}

bool Lines::refuse(const Token& token, Refused part) {
    const RefusedPart& refused = refused_part(part);
    return fail("M201", token,
                std::string(refused.name) + " is not supported: " + std::string(refused.reason));
}

bool Lines::fail_limit(const Token& token, Limit limit, const Limits& limits) {
    report_limit(diagnostics_, token.position, limit, limits);
    return false;
}

bool Lines::fail_block(const Token& start) {
    if (has_told_end_) {
        return false;
    }
    has_told_end_ = true;
    return fail("M106", start, quoted(start) + " has no END");
}

bool Lines::next_line_of_block(bool has_script_commands) {
    const Scanner before = scanner_;
    if (!scanner_.next_line()) {
        return false;
    }
    if (!has_script_commands && kScriptCommandWords.find(scanner_.peek().text) != nullptr) {
        scanner_ = before;
        return false;
    }
    return true;
}

bool Lines::fail_twice(const Token& token) {
    return fail("M105", token, quoted(token) + " stands here twice");
}

void Lines::skip_block() {
    scanner_.skip_line();
    std::size_t depth = 1;
    while (depth != 0 && scanner_.next_line()) {
        const Token word = scanner_.take();
        if (word.text == kKeywordWords.name_of(Keyword::end)) {
            --depth;
        } else if (kBlockStartWords.find(word.text) != nullptr) {
            ++depth;
        }
        scanner_.skip_line();
    }
}

bool Lines::expect(Keyword word) {
    const Token token = scanner_.take();
    const std::string_view wanted = kKeywordWords.name_of(word);
    return token.text == wanted ||
           fail("M102", token, "expected '" + std::string(wanted) + "', not " + quoted(token));
}

bool Lines::is_next(Keyword word) {
    return scanner_.peek().text == kKeywordWords.name_of(word);
}

bool Lines::take_if(Keyword word) {
    if (!is_next(word)) {
        return false;
    }
    scanner_.take();
    return true;
}

bool Lines::end_of_line() {
    const Token token = scanner_.peek();
    return token.is_end() ||
           fail("M102", token, quoted(token) + " stands behind the end of the command");
}

bool Lines::take_name(std::string_view what, Token& token) {
    token = scanner_.take();
    return !token.is_end() ||
           fail("M102", token, "expected " + std::string(what) + ", not the end of the line");
}

bool Lines::take_unsigned(std::string_view what, std::uint64_t most, std::uint64_t& value) {
    const Token token = scanner_.take();
    Number number;
    if (!read_number(token.text, ScalarKind::unsigned_integer, 64, number) ||
        token.text.starts_with('-')) {
        return fail("M103", token,
                    "expected " + std::string(what) + ", a whole number, not " + quoted(token));
    }
    value = static_cast<std::uint64_t>(number.integer);
    return value <= most || fail("M103", token,
                                 std::string(what) + " is at most " + std::to_string(most) +
                                     ", not " + quoted(token));
}

bool Lines::take_count(std::string_view what, std::uint64_t most, std::uint64_t& value) {
    const Token token = scanner_.peek();
    return take_unsigned(what, most, value) &&
           (value != 0 ||
            fail("M103", token, std::string(what) + " is at least 1, not " + quoted(token)));
}

bool Lines::take_unsigned32(std::string_view what, std::uint32_t& value) {
    std::uint64_t wide = 0;
    const bool is_there = take_unsigned(what, std::numeric_limits<std::uint32_t>::max(), wide);
    value = static_cast<std::uint32_t>(wide);
    return is_there;
}

bool Lines::take_double(std::string_view what, double& value) {
    const Token token = scanner_.take();
    Number number;
    if (!read_number(token.text, ScalarKind::floating, 64, number) ||
        !std::isfinite(number.floating)) {
        return fail("M103", token,
                    "expected " + std::string(what) + ", a number, not " + quoted(token));
    }
    value = number.floating;
    return true;
}

bool Lines::take_float(std::string_view what, float& value) {
    const Token token = scanner_.peek();
    double wide = 0.0;
    if (!take_double(what, wide)) {
        return false;
    }
    value = static_cast<float>(wide);
    return std::isfinite(value) ||
           fail("M103", token,
                std::string(what) + " is a float, which " + quoted(token) + " is too large for");
}

bool Lines::take_depth(float& value) {
    const Token token = scanner_.peek();
    return take_float("a depth", value) &&
           ((value >= 0.0F && value <= 1.0F) ||
            fail("M103", token, "a depth is from 0 to 1, not " + quoted(token)));
}

} // namespace jacquard::driver::amber
