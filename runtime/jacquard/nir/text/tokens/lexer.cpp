#include <jacquard/nir/text/tokens/lexer.h>
#include <jacquard/support/text/letters.h>

namespace jacquard::nir {
void Lexer::skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
        const char c = text_[at_];
        if (c == '\n') {
            ++line_;
            line_start_ = at_ + 1;
        } else if (c == '/' && peek(1) == '/') {
            while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') {
                ++at_;
            }
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
    }
}

Token Lexer::take(TokenKind kind, std::size_t start, std::size_t end) {
    const auto column = static_cast<std::uint32_t>(at_ - line_start_ + 1);
    return {kind, {line_, column}, text_.substr(start, end - start)};
}

Token Lexer::next() {
    skip_blanks();
    const std::size_t start = at_;
    if (start >= text_.size()) {
        return take(TokenKind::end, start, start);
    }
    const char c = text_[start];
    std::size_t end = start + 1;
    if (begins_name(c)) {
        while (end < text_.size() && is_name_letter(text_[end])) {
            ++end;
        }
        const Token token = take(TokenKind::word, start, end);
        at_ = end;
        return token;
    }
    if (is_digit(c) || (c == '-' && is_digit(peek(1)))) {
        const bool hex = c == '0' && (peek(1) == 'x' || peek(1) == 'X');
        while (end < text_.size()) {
            const char d = text_[end];
            const bool exponent_sign =
                (d == '+' || d == '-') && !hex && (text_[end - 1] == 'e' || text_[end - 1] == 'E');
            if (!is_name_letter(d) && d != '.' && !exponent_sign) {
                break;
            }
            ++end;
        }
        const Token token = take(TokenKind::number, start, end);
        at_ = end;
        return token;
    }
    if (c == '%') {
        while (end < text_.size() && is_digit(text_[end])) {
            ++end;
        }
        const Token token =
            take(end > start + 1 ? TokenKind::value : TokenKind::unknown, start + 1, end);
        at_ = end;
        return token;
    }
    if (c == '"') {
        while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') {
            end += text_[end] == '\\' && end + 1 < text_.size() && text_[end + 1] != '\n' ? 2 : 1;
        }
        const bool closed = end < text_.size() && text_[end] == '"';
        const Token token = take(closed ? TokenKind::string : TokenKind::unknown, start + 1, end);
        at_ = closed ? end + 1 : end;
        return token;
    }
    constexpr std::string_view kPunctuation = "{}()[],:=|.*@";
    const bool known = kPunctuation.find(c) != std::string_view::npos;
    const Token token = take(known ? TokenKind::punctuation : TokenKind::unknown, start, end);
    at_ = end;
    return token;
}

std::string unquote(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 >= text.size()) {
            result += text[i];
        } else if (text[i + 1] == 'x' && i + 3 < text.size() && hex_digit(text[i + 2]) >= 0 &&
                   hex_digit(text[i + 3]) >= 0) {
            result += static_cast<char>(hex_digit(text[i + 2]) * 16 + hex_digit(text[i + 3]));
            i += 3;
        } else {
            result += text[i + 1];
            ++i;
        }
    }
    return result;
}

} // namespace jacquard::nir
