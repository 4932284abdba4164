#include <jacquard/support/text/letters.h>
#include <jacquard/tgsi/read/scanner.h>

namespace jacquard::tgsi {
void Scanner::skip_blanks() {
    while (offset_ < text_.size() && is_blank_of_c(text_[offset_])) {
        ++offset_;
    }
}

bool Scanner::next_line() {
    skip_blanks();
    while (offset_ < text_.size() && text_[offset_] == '\n') {
        ++offset_;
        ++line_;
        line_start_ = offset_;
        skip_blanks();
    }
    return !at_end();
}

bool Scanner::at_line_end() {
    skip_blanks();
    return at_end() || text_[offset_] == '\n';
}

SourcePosition Scanner::position() {
    skip_blanks();
    return {line_, static_cast<std::uint32_t>(offset_ - line_start_ + 1)};
}

char Scanner::peek() {
    return at_line_end() ? '\0' : text_[offset_];
}

bool Scanner::take(char sign) {
    if (peek() != sign) {
        return false;
    }
    ++offset_;
    return true;
}

bool Scanner::take_range_sign() {
    if (peek() != '.' || at(offset_ + 1) != '.') {
        return false;
    }
    offset_ += 2;
    return true;
}

std::string_view Scanner::peek_word() {
    skip_blanks();
    std::size_t end = offset_;
    while (is_name_letter(at(end))) {
        ++end;
    }
    return text_.substr(offset_, end - offset_);
}

std::string_view Scanner::take_word() {
    const std::string_view word = peek_word();
    offset_ += word.size();
    return word;
}

std::string_view Scanner::take_number() {
    skip_blanks();
    std::size_t end = offset_;
    if (at(end) == '-' || at(end) == '+') {
        ++end;
    }
    while (is_name_letter(at(end)) || (at(end) == '.' && at(end + 1) != '.')) {
        const bool exponent = at(end) == 'e' || at(end) == 'E';
        ++end;
        if (exponent && (at(end) == '-' || at(end) == '+')) {
            ++end;
        }
    }
    const std::string_view number = text_.substr(offset_, end - offset_);
    offset_ = end;
    return number;
}

std::string_view Scanner::peek_anything() {
    if (at_line_end()) {
        return "end of line";
    }
    const std::string_view word = peek_word();
    if (!word.empty()) {
        return word;
    }
    // A whole UTF-8 character, so that a message stays valid text.
    std::size_t length = 1;
    while (length < 4 && (static_cast<unsigned char>(at(offset_ + length)) & 0xc0) == 0x80) {
        ++length;
    }
    return text_.substr(offset_, length);
}

void Scanner::skip_line() {
    const std::size_t end = text_.find('\n', offset_);
    offset_ = end == std::string_view::npos ? text_.size() : end;
}

} // namespace jacquard::tgsi
