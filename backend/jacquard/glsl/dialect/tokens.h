#pragma once

#include <jacquard/support/text/diagnostics.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace jacquard::driver::glsl {

enum class TokenKind : std::uint8_t {
    word,
    number,
    sign,    // one character that is none of the others
    quoted,  // with its quotes
    blank,   // blanks, comments, and ends of lines with a backslash in front
    newline, // the end of a line
};

// A part of a text. The tokens of a text, put together, are the text.
struct Token {
    TokenKind kind = TokenKind::sign;
    std::string_view text;
    SourcePosition position;
    bool in_directive = false; // of a line that begins with '#'; its newline is not
};

[[nodiscard]] std::vector<Token> tokens_of(std::string_view text);

} // namespace jacquard::driver::glsl
