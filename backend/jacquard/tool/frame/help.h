#pragma once

#include <jacquard/tool/frame/command_line.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace jacquard::driver {

// The size of a terminal: every line of help fits its columns, and a page about its lines.
inline constexpr std::size_t kHelpWidth = 80;

enum class HelpDepth : unsigned char {
    screen, // rare options are only named
    all,    // every option is explained, and what more the command has to say is said
};

// Usage, what the command does, examples and options.
[[nodiscard]] std::string help_text(const CommandSpec& command, HelpDepth depth);

// The first sentence of a text.
[[nodiscard]] std::string_view first_sentence(std::string_view text);

// The words of a text in lines of up to kHelpWidth columns, of which all but the first are
// indented. What stands between single quotes stays in one line.
[[nodiscard]] std::string paragraph(std::string_view text, std::size_t indent);

// Calls visit(line) for each line of a text.
template <typename Visitor>
void for_each_line(std::string_view text, Visitor visit) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        visit(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

} // namespace jacquard::driver
