#pragma once

#include <jacquard/support/text/diagnostics.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace jacquard::tgsi {

// Walks over a text line by line and takes words, numbers and signs from it. Blanks between them
// are skipped; nothing crosses the end of a line but next_line().
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    [[nodiscard]] bool at_end() const { return offset_ >= text_.size(); }
    // To the first thing of the next line that is not blank; false when there is none.
    bool next_line();
    // The rest of the line holds nothing but blanks.
    [[nodiscard]] bool at_line_end();

    // Returns the position of the next token of this line.
    [[nodiscard]] SourcePosition position();
    // The next character, '\0' at the end of the line.
    [[nodiscard]] char peek();
    // Takes the character if it is the next thing.
    bool take(char sign);
    // Takes "..".
    bool take_range_sign();

    // Letters, digits and underscores; empty when the next thing is something else.
    std::string_view take_word();
    // The word that stands next, without taking it.
    [[nodiscard]] std::string_view peek_word();
    // Everything a number may consist of: sign, digits, letters, a point.
    std::string_view take_number();
    // Returns the next token for messages: a word, a number or one character, or "end of line".
    [[nodiscard]] std::string_view peek_anything();

    void skip_line();

    struct Mark {
        std::size_t offset;
    };
    [[nodiscard]] Mark mark() const { return {offset_}; }
    // Back to a mark made in the same line.
    void rewind(Mark mark) { offset_ = mark.offset; }

  private:
    void skip_blanks();
    [[nodiscard]] char at(std::size_t offset) const {
        return offset < text_.size() ? text_[offset] : '\0';
    }

    std::string_view text_;
    std::size_t offset_ = 0;
    std::size_t line_start_ = 0;
    std::uint32_t line_ = 1;
};

} // namespace jacquard::tgsi
