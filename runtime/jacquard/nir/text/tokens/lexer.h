#pragma once

#include <jacquard/support/text/diagnostics.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard::nir {

enum class TokenKind : std::uint8_t { end, word, number, value, string, punctuation, unknown };

// A piece of the text form. `text` is a view into it: of a string what stands between the quotes,
// of a value (%12) the digits.
struct Token {
    TokenKind kind = TokenKind::end;
    SourcePosition position;
    std::string_view text;

    [[nodiscard]] bool is(char punctuation) const {
        return kind == TokenKind::punctuation && text[0] == punctuation;
    }
    [[nodiscard]] bool is_word(std::string_view word) const {
        return kind == TokenKind::word && text == word;
    }
};

// Cuts a text into tokens, one at a time. Blanks, line ends and comments (// to the line's end)
// only separate; the parser sees lines in the positions.
class Lexer {
  public:
    explicit Lexer(std::string_view text) : text_(text) {}
    Token next();

  private:
    void skip_blanks();
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    Token take(TokenKind kind, std::size_t start, std::size_t end);

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    std::uint32_t line_ = 1;
};

// Returns the text for which a string token stands: \" \\ and \xNN are replaced.
[[nodiscard]] std::string unquote(std::string_view text);

} // namespace jacquard::nir
