#include <jacquard/tool/cost/fold_lines.h>
#include <jacquard/tool/frame/help.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

constexpr std::string_view kCut = "...";

// A byte that continues a character of UTF-8 takes no column.
bool takes_column(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
}

std::size_t columns_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), takes_column));
}

// The end of a text that takes no more than so many columns.
std::string_view end_of(std::string_view text, std::size_t columns) {
    std::size_t at = text.size();
    for (std::size_t taken = 0; at > 0 && (taken < columns || !takes_column(text[at])); --at) {
        taken += takes_column(text[at - 1]) ? 1 : 0;
    }
    return text.substr(at);
}

// Whether the line is a row, whose first column is followed by spaces.
bool is_row(std::string_view line, std::size_t second_column) {
    const std::size_t begin = line.find_first_not_of(' ');
    const std::size_t gap = line.find("  ", begin);
    return gap != std::string_view::npos && gap < second_column;
}

std::string folded(std::string_view line, std::size_t second_column) {
    constexpr std::size_t kFurther = 2;
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t indent =
        is_row(line, second_column) ? second_column : std::min(begin + kFurther, kTableColumns / 2);
    std::string result;
    std::size_t column = 0;
    bool is_first = true;
    while (!line.empty()) {
        // A word, with the spaces before it, which stay unless it begins a new line.
        const std::size_t from = std::min(line.find_first_not_of(' '), line.size());
        const std::size_t to = std::min(line.find(' ', from), line.size());
        const std::string_view spaces = line.substr(0, from);
        std::string word(line.substr(from, to - from));
        line.remove_prefix(to);
        if (!is_first && column + spaces.size() + columns_of(word) > kTableColumns) {
            result += '\n' + std::string(indent, ' ');
            column = indent;
        } else {
            result += spaces;
            column += spaces.size();
        }
        const std::size_t room = kTableColumns - std::min(column, kTableColumns);
        if (columns_of(word) > room) {
            word = std::string(kCut).append(end_of(word, room - std::min(room, kCut.size())));
        }
        result += word;
        column += columns_of(word);
        is_first = false;
    }
    return result;
}

} // namespace

std::string fold_lines(std::string_view text, std::size_t second_column) {
    std::string result;
    for_each_line(text, [&](std::string_view line) {
        result +=
            columns_of(line) > kTableColumns ? folded(line, second_column) : std::string(line);
        result += '\n';
    });
    return result;
}

} // namespace jacquard::driver
