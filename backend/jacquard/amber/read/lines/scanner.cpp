#include <jacquard/amber/read/lines/scanner.h>
#include <jacquard/support/text/letters.h>

#include <algorithm>

namespace jacquard::driver::amber {

namespace {

std::string_view trimmed(std::string_view line) {
    while (!line.empty() && is_blank_of_c(line.front())) {
        line.remove_prefix(1);
    }
    while (!line.empty() && is_blank_of_c(line.back())) {
        line.remove_suffix(1);
    }
    return line;
}

// `END`, with a comment or without.
bool ends_block(std::string_view line) {
    line = trimmed(line);
    return line.starts_with("END") &&
           (line.size() == 3 || is_blank_of_c(line[3]) || line[3] == '#');
}

} // namespace

void Scanner::pass_line_end() {
    at_ = std::min(at_ + 1, text_.size());
    line_start_ = at_;
    ++line_;
}

void Scanner::skip_blanks() {
    while (at_ < text_.size()) {
        if (parts_words(text_[at_])) {
            ++at_;
        } else if (text_[at_] == '#') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (text_[at_] == '\\') {
            const std::size_t end = std::min(text_.find('\n', at_), text_.size());
            if (!trimmed(text_.substr(at_ + 1, end - at_ - 1)).empty()) {
                return;
            }
            at_ = end;
            pass_line_end();
        } else {
            return;
        }
    }
}

bool Scanner::next_line() {
    for (;;) {
        skip_blanks();
        if (at_ >= text_.size()) {
            return false;
        }
        if (text_[at_] != '\n') {
            return true;
        }
        pass_line_end();
    }
}

Token Scanner::peek() {
    skip_blanks();
    Token token{{}, position()};
    std::size_t end = at_;
    while (end < text_.size() && !parts_words(text_[end]) && text_[end] != '\n') {
        ++end;
    }
    token.text = text_.substr(at_, end - at_);
    return token;
}

Token Scanner::take() {
    const Token token = peek();
    at_ += token.text.size();
    return token;
}

void Scanner::skip_line() {
    while (!take().is_end()) {
    }
}

std::string_view Scanner::take_rest_of_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view rest = text_.substr(at_, end - at_);
    at_ = end;
    return trimmed(rest);
}

bool Scanner::parts_words(char letter) const {
    return is_blank_of_c(letter) || signs_.find(letter) != std::string_view::npos;
}

bool Scanner::take_block(std::string_view& block, std::uint32_t& first_line) {
    skip_line();
    pass_line_end();
    const std::size_t start = at_;
    first_line = line_;
    while (at_ < text_.size()) {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        if (ends_block(text_.substr(at_, end - at_))) {
            block = text_.substr(start, at_ - start);
            at_ = end;
            return true;
        }
        at_ = end;
        pass_line_end();
    }
    block = text_.substr(start);
    return false;
}

std::string_view Scanner::take_section(std::uint32_t& first_line) {
    skip_line();
    pass_line_end();
    const std::size_t start = at_;
    first_line = line_;
    while (at_ < text_.size()) {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        if (trimmed(text_.substr(at_, end - at_)).starts_with('[')) {
            break;
        }
        at_ = end;
        pass_line_end();
    }
    return text_.substr(start, at_ - start);
}

} // namespace jacquard::driver::amber
