#include <jacquard/support/text/letters.h>
#include <jacquard/tool/lsp/fault_ranges.h>

#include <algorithm>
#include <optional>

namespace jacquard::driver::lsp {

namespace {

bool is_word_letter(char letter) {
    return is_name_letter(letter) || letter == '.' || letter == '$' || letter == '%' ||
           letter == '@';
}

// A line that ends with LF, counted from 1, without its end.
ByteRange source_line(std::string_view text, std::uint32_t number) {
    std::size_t start = 0;
    for (std::uint32_t at = 1; at < number; ++at) {
        const std::size_t end = text.find('\n', start);
        if (end == std::string_view::npos) {
            return {text.size(), text.size()};
        }
        start = end + 1;
    }
    std::size_t end = std::min(text.find('\n', start), text.size());
    if (end > start && text[end - 1] == '\r') {
        --end;
    }
    return {start, end};
}

ByteRange without_blanks(std::string_view text, ByteRange range) {
    const auto is_blank = [&](std::size_t at) { return text[at] == ' ' || text[at] == '\t'; };
    while (range.end > range.start && is_blank(range.end - 1)) {
        --range.end;
    }
    while (range.start < range.end && is_blank(range.start)) {
        ++range.start;
    }
    return range;
}

// The first place in the line of the name that a message begins with, in quotes.
std::optional<ByteRange> quoted_in(std::string_view text, ByteRange line,
                                   std::string_view message) {
    const std::size_t close = message.starts_with('\'') ? message.find('\'', 1) : 0;
    if (close == std::string_view::npos || close < 2) {
        return std::nullopt;
    }
    const std::string_view name = message.substr(1, close - 1);
    if (!is_word_letter(name.front())) {
        return std::nullopt; // marks like these stand anywhere
    }
    for (std::size_t at = text.find(name, line.start); at < line.end;
         at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool is_part = (at != 0 && is_word_letter(text[at - 1]) && text[at - 1] != '.') ||
                             (end < text.size() && is_word_letter(text[end]) && text[end] != '.');
        if (!is_part && end <= line.end) {
            return ByteRange{at, end};
        }
    }
    return std::nullopt;
}

// The end of the letter at an offset, which may take several bytes.
std::size_t end_of_letter(std::string_view text, std::size_t at) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U) {
        ++at;
    }
    return at;
}

} // namespace

std::size_t offset_of(const TextDocument& document, SourcePosition position) {
    const ByteRange line = source_line(document.text(), position.line);
    const std::size_t column = position.column != 0 ? position.column - 1 : 0;
    return std::min(line.start + column, line.end);
}

ByteRange fault_range(const TextDocument& document, SourcePosition position,
                      std::string_view message, bool only_lines) {
    const std::string_view text = document.text();
    const ByteRange line = source_line(text, std::max(position.line, 1U));
    const ByteRange trimmed = without_blanks(text, line);
    if (position.line == 0 || position.column == 0) {
        return trimmed;
    }
    if (only_lines && position.column == 1) {
        return quoted_in(text, line, message).value_or(trimmed);
    }
    const std::size_t start = offset_of(document, position);
    if (start == line.end) {
        return {start, start};
    }
    std::size_t end = start;
    while (end < line.end && is_word_letter(text[end])) {
        ++end;
    }
    return {start, end != start ? end : end_of_letter(text, start)};
}

ByteRange word_around(const TextDocument& document, std::size_t offset) {
    const std::string_view text = document.text();
    ByteRange word{std::min(offset, text.size()), std::min(offset, text.size())};
    while (word.start > 0 && is_word_letter(text[word.start - 1])) {
        --word.start;
    }
    while (word.end < text.size() && is_word_letter(text[word.end])) {
        ++word.end;
    }
    return word;
}

} // namespace jacquard::driver::lsp
