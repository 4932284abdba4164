#pragma once

#include <jacquard/nir/text/tokens/lexer.h>
#include <jacquard/support/text/limits.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace jacquard::nir {

// The tokens of a text, the limits of reading it, and the faults in it. After a fault the rest of
// the line is skipped.
class Tokens {
  public:
    Tokens(std::string_view text, Diagnostics& diagnostics, const Limits& limits)
        : lexer_(text), diagnostics_(diagnostics), limits_(limits), token_(lexer_.next()) {}

    [[nodiscard]] const Token& at() const { return token_; }
    [[nodiscard]] bool at_end() const { return token_.kind == TokenKind::end; }
    void advance() {
        last_ = token_.position;
        token_ = lexer_.next();
    }
    [[nodiscard]] bool same_line() const { return token_.position.line == last_.line; }
    bool accept(char punctuation);
    bool accept_word(std::string_view word);
    bool expect(char punctuation, std::string_view where);

    // Reads what commas separate, which is one piece at least: a comma calls for another.
    template <typename ReadOne>
    bool list(const ReadOne& read_one) {
        do {
            if (!read_one()) {
                return false;
            }
        } while (accept(','));
        return true;
    }
    // The same for pieces that take memory, and of which none stands in a further line.
    template <typename ReadOne>
    bool list_of_line(const ReadOne& read_one) {
        return list([&] { return goes_on_in_line() && begin_item() && read_one(); });
    }

    // A statement begins here; a fault skips the line that it stands in.
    void begin_statement() {
        statement_line_ = token_.position.line;
        errors_before_ = diagnostics_.error_count();
    }
    // Whether anything was reported since the statement began, or nothing is reported any more.
    [[nodiscard]] bool statement_has_fault() const {
        return stopped_ || diagnostics_.error_count() > errors_before_;
    }
    // Behind a statement of one line, which began in the given one.
    void end_line(std::uint32_t line);
    void skip_line();

    // Limits. After one is reached the text is at its end and nothing else is reported.
    [[nodiscard]] const Limits& limits() const { return limits_; }
    [[nodiscard]] bool is_stopped() const { return stopped_; }
    bool reached(Limit limit, SourcePosition position) {
        if (!stopped_) {
            report_limit(diagnostics_, position, limit, limits_);
        }
        stop();
        return false;
    }
    // Before each piece of the text that takes memory. False when there are too many of them, or
    // too many errors for another to be of use.
    bool begin_item() {
        if (diagnostics_.is_full()) {
            stop();
        }
        return !stopped_ && (++num_items_ <= limits_.instructions ||
                             reached(Limit::instructions, token_.position));
    }

    // Faults: at this token, and elsewhere.
    void fail(std::string_view code, std::string message) {
        if (!stopped_) {
            diagnostics_.error(code, token_.position, std::move(message));
        }
    }
    void unexpected(std::string_view wanted);
    Diagnostic& error(std::string_view code, SourcePosition position, std::string message) {
        return diagnostics_.error(code, position, std::move(message));
    }
    void suggest(Diagnostic& diagnostic, std::string_view written,
                 std::span<const std::string_view> names);
    [[nodiscard]] std::size_t error_count() const { return diagnostics_.error_count(); }
    [[nodiscard]] bool has_errors() const { return diagnostics_.has_errors(); }

  private:
    bool goes_on_in_line();
    void stop() {
        stopped_ = true;
        token_ = {TokenKind::end, token_.position, {}};
        lexer_ = Lexer({});
    }

    Lexer lexer_;
    Diagnostics& diagnostics_;
    const Limits& limits_;
    Token token_;
    SourcePosition last_;              // of the token before this one
    std::uint32_t statement_line_ = 0; // where the statement at hand began
    std::size_t errors_before_ = 0;    // those reported before it
    bool stopped_ = false;
    std::uint64_t num_items_ = 0;
};

} // namespace jacquard::nir
