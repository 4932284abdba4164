#pragma once

#include <jacquard/support/text/diagnostics.h>

#include <string_view>

namespace jacquard::driver::amber {

// A word of a script. At the end of a line, `text` is empty.
struct Token {
    std::string_view text;
    SourcePosition position;

    [[nodiscard]] bool is_end() const { return text.empty(); }
};

// Walks over a script line by line. Words stand between blanks; `#` begins a comment, and a
// backslash at the end of a line goes on with the next one.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    // To the first word of the next line that has one. False at the end of the script.
    bool next_line();
    // The next word of the line, without taking it.
    [[nodiscard]] Token peek();
    Token take();
    // Passes what is left of the line, and the lines that go on with it.
    void skip_line();

    // The lines from the next one on up to one that is `END`, which is passed. False where there is
    // none.
    bool take_block(std::string_view& block, std::uint32_t& first_line);
    // The lines up to one that begins with `[`, or all that are left.
    std::string_view take_section(std::uint32_t& first_line);

    // The rest of this line, which is passed.
    [[nodiscard]] std::string_view take_rest_of_line();
    // From now on these part words as blanks do.
    void part_words_at(std::string_view signs) { signs_ = signs; }

  private:
    [[nodiscard]] bool parts_words(char letter) const;
    void skip_blanks();
    void pass_line_end();
    [[nodiscard]] SourcePosition position() const {
        return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)};
    }

    std::string_view text_;
    std::string_view signs_;
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    std::uint32_t line_ = 1;
};

} // namespace jacquard::driver::amber
