#include <jacquard/glsl/dialect/tokens.h>
#include <jacquard/support/text/letters.h>

#include <algorithm>

namespace jacquard::driver::glsl {

namespace {

// The length of a line's end: \n, \r\n, or \r alone; 0 where there is none.
std::size_t newline_length(std::string_view text) {
    if (text.starts_with("\r\n")) {
        return 2;
    }
    return text.starts_with('\n') || text.starts_with('\r') ? 1 : 0;
}

std::size_t blank_length(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::string_view rest = text.substr(at);
        if (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\v' || rest[0] == '\f') {
            ++at;
        } else if (rest[0] == '\\' && newline_length(rest.substr(1)) != 0) {
            at += 1 + newline_length(rest.substr(1));
        } else if (rest.starts_with("//")) {
            // A backslash at its end takes the next line in.
            while (at < text.size() && newline_length(text.substr(at)) == 0) {
                const bool goes_on = text[at] == '\\' && newline_length(text.substr(at + 1)) != 0;
                at += goes_on ? 1 + newline_length(text.substr(at + 1)) : 1;
            }
        } else if (rest.starts_with("/*")) {
            const std::size_t end = rest.find("*/", 2);
            at = end == std::string_view::npos ? text.size() : at + end + 2;
        } else {
            break;
        }
    }
    return at;
}

// A number is what the preprocessor takes for one: 1e-3 is a single token.
std::size_t number_length(std::string_view text) {
    std::size_t at = 1;
    const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    while (at < text.size()) {
        const bool is_exponent = !is_hexadecimal && (text[at] == 'e' || text[at] == 'E') &&
                                 at + 1 < text.size() &&
                                 (text[at + 1] == '+' || text[at + 1] == '-');
        if (is_exponent) {
            at += 2;
        } else if (is_name_letter(text[at]) || text[at] == '.') {
            ++at;
        } else {
            break;
        }
    }
    return at;
}

Token next_token(std::string_view text) {
    Token token;
    std::size_t length = 1;
    if (newline_length(text) != 0) {
        token.kind = TokenKind::newline;
        length = newline_length(text);
    } else if (blank_length(text) != 0) {
        token.kind = TokenKind::blank;
        length = blank_length(text);
    } else if (is_digit(text[0]) || (text[0] == '.' && text.size() > 1 && is_digit(text[1]))) {
        token.kind = TokenKind::number;
        length = number_length(text);
    } else if (is_name_letter(text[0])) {
        token.kind = TokenKind::word;
        while (length < text.size() && is_name_letter(text[length])) {
            ++length;
        }
    } else if (text[0] == '"') {
        const std::size_t end = text.find_first_of("\"\r\n", 1);
        const bool is_closed = end != std::string_view::npos && text[end] == '"';
        token.kind = is_closed ? TokenKind::quoted : TokenKind::sign;
        length = is_closed ? end + 1 : 1;
    }
    token.text = text.substr(0, length);
    return token;
}

} // namespace

std::vector<Token> tokens_of(std::string_view text) {
    std::vector<Token> tokens;
    SourcePosition position{1, 1};
    bool is_at_beginning = true; // of a line, blanks aside
    bool in_directive = false;
    while (!text.empty()) {
        Token token = next_token(text);
        in_directive = token.kind != TokenKind::newline &&
                       (in_directive || (is_at_beginning && token.text == "#"));
        token.position = position;
        token.in_directive = in_directive;
        is_at_beginning =
            token.kind == TokenKind::newline || (is_at_beginning && token.kind == TokenKind::blank);
        for (std::size_t at = 0; at < token.text.size(); ++at) {
            const bool ends_line =
                token.text[at] == '\n' ||
                (token.text[at] == '\r' && !token.text.substr(at + 1).starts_with('\n'));
            position = ends_line ? SourcePosition{position.line + 1, 1}
                                 : SourcePosition{position.line, position.column + 1};
        }
        text.remove_prefix(token.text.size());
        tokens.push_back(token);
    }
    return tokens;
}

} // namespace jacquard::driver::glsl
