#include <jacquard/tool/lsp/text_document.h>

#include <algorithm>
#include <utility>

namespace jacquard::driver::lsp {

namespace {

struct Letter {
    std::size_t bytes = 1;
    std::uint32_t units = 1;
};

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

// The first letter of a text that is not empty. A byte that is no UTF-8 is a letter of its own.
Letter first_letter(std::string_view text, PositionEncoding encoding) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    bool is_whole = bytes <= text.size();
    for (std::size_t i = 1; i < bytes && is_whole; ++i) {
        is_whole = is_continuation(text[i]);
    }
    Letter letter;
    if (is_whole) {
        letter.bytes = bytes;
    }
    if (encoding == PositionEncoding::utf8) {
        letter.units = static_cast<std::uint32_t>(letter.bytes);
    } else {
        letter.units = letter.bytes == 4 ? 2 : 1; // a surrogate pair
    }
    return letter;
}

} // namespace

TextDocument::TextDocument(std::string text) : text_(std::move(text)) {
    find_lines();
}

void TextDocument::find_lines() {
    starts_.assign(1, 0);
    for (std::size_t at = text_.find_first_of("\r\n"); at != std::string::npos;
         at = text_.find_first_of("\r\n", at)) {
        at += text_.compare(at, 2, "\r\n") == 0 ? 2 : 1;
        starts_.push_back(at);
    }
}

ByteRange TextDocument::line(std::size_t number) const {
    if (number >= starts_.size()) {
        return {text_.size(), text_.size()};
    }
    const std::size_t start = starts_[number];
    const std::size_t next = number + 1 < starts_.size() ? starts_[number + 1] : text_.size();
    std::size_t end = next;
    while (number + 1 < starts_.size() && end > start &&
           (text_[end - 1] == '\n' || text_[end - 1] == '\r')) {
        --end;
    }
    return {start, end};
}

std::string_view TextDocument::text_of(ByteRange range) const {
    return std::string_view(text_).substr(range.start, range.end - range.start);
}

std::size_t TextDocument::offset_of(TextPosition position, PositionEncoding encoding) const {
    const ByteRange range = line(position.line);
    std::string_view rest = text_of(range);
    std::uint32_t left = position.character;
    while (left != 0 && !rest.empty()) {
        const Letter letter = first_letter(rest, encoding);
        if (letter.units > left) {
            break; // within a letter
        }
        left -= letter.units;
        rest.remove_prefix(letter.bytes);
    }
    return range.end - rest.size();
}

TextPosition TextDocument::position_of(std::size_t offset, PositionEncoding encoding) const {
    offset = std::min(offset, text_.size());
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
    const auto number = static_cast<std::size_t>(after - starts_.begin()) - 1;
    const ByteRange range = line(number);
    const std::size_t end = std::min(offset, range.end);
    TextPosition position;
    position.line = static_cast<std::uint32_t>(number);
    for (std::size_t at = range.start; at < end;) {
        const Letter letter = first_letter(text_of({at, range.end}), encoding);
        at += letter.bytes;
        position.character += at <= end ? letter.units : 0;
    }
    return position;
}

TextRange TextDocument::range_of(ByteRange range, PositionEncoding encoding) const {
    return {position_of(range.start, encoding), position_of(range.end, encoding)};
}

void TextDocument::replace(TextRange range, std::string_view with, PositionEncoding encoding) {
    std::size_t start = offset_of(range.start, encoding);
    std::size_t end = offset_of(range.end, encoding);
    if (end < start) {
        std::swap(start, end);
    }
    text_.replace(start, end - start, with);
    find_lines();
}

void TextDocument::replace_all(std::string text) {
    text_ = std::move(text);
    find_lines();
}

} // namespace jacquard::driver::lsp
