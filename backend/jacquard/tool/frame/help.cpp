#include <jacquard/tool/frame/help.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

std::string left_column(const OptionSpec& option) {
    std::string text = "  " + std::string(option.name);
    if (!option.value_name.empty()) {
        text += ' ' + std::string(option.value_name);
    }
    return text;
}

// Options with what they do, in two columns.
std::string explained(const CommandSpec& command, HelpDepth depth) {
    const auto is_shown = [&](const OptionSpec& option) {
        return depth == HelpDepth::all || !option.is_rare;
    };
    std::size_t width = 0;
    for (const OptionSpec& option : command.options) {
        width = std::max(width, is_shown(option) ? left_column(option).size() : 0);
    }
    std::string text;
    for (const OptionSpec& option : command.options) {
        if (is_shown(option)) {
            std::string line = left_column(option);
            line.resize(width + 2, ' ');
            text += line + paragraph(option.doc, line.size());
        }
    }
    return text;
}

// The length of what begins the text and stands between single quotes, such as a command, which
// somebody may copy out of a line; 0 where there is none, and where it is longer than a line.
std::size_t quoted_length(std::string_view text, std::size_t line) {
    const std::size_t start = text.starts_with('(') ? 1 : 0;
    if (text.substr(start, 1) != "'") {
        return 0;
    }
    const std::size_t end = text.find('\'', start + 1);
    return end == std::string_view::npos || end >= line ? 0 : end;
}

std::string rare_names(const CommandSpec& command) {
    std::string names;
    for (const OptionSpec& option : command.options) {
        if (option.is_rare) {
            names += std::string(option.name) + ' ';
        }
    }
    return names;
}

} // namespace

std::string_view first_sentence(std::string_view text) {
    const std::size_t end = text.find('.');
    return text.substr(0, end == std::string_view::npos ? end : end + 1);
}

std::string paragraph(std::string_view text, std::size_t indent) {
    std::string result;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t blank = std::min(
            text.find_first_of(" \n", quoted_length(text, kHelpWidth - indent)), text.size());
        const std::string_view word = text.substr(0, blank);
        text.remove_prefix(std::min(blank + 1, text.size()));
        if (word.empty()) {
            continue;
        }
        if (!result.empty()) {
            const bool fits = column + 1 + word.size() <= kHelpWidth;
            result += fits ? " " : '\n' + std::string(indent, ' ');
            column = fits ? column + 1 : indent;
        }
        result += word;
        column += word.size();
    }
    return result + '\n';
}

std::string help_text(const CommandSpec& command, HelpDepth depth) {
    const std::string name(command.name);
    std::string text = "usage: jacquard " + name + ' ' + std::string(command.operands) +
                       " [options]\n\n" + paragraph(command.doc, 0);
    if (!command.examples.empty()) {
        text += "\nexample:\n";
        for_each_line(command.examples,
                      [&](std::string_view line) { text += "  " + std::string(line) + '\n'; });
    }
    const std::string options = explained(command, depth);
    if (!options.empty()) {
        text += "\noptions:\n" + options;
    }
    const std::string rare = depth == HelpDepth::all ? std::string() : rare_names(command);
    if (!rare.empty()) {
        text +=
            "\nmore, which 'jacquard " + name + " --help-all' explains:\n  " + paragraph(rare, 2);
    }
    if (depth == HelpDepth::all && command.more_help != nullptr) {
        text += '\n' + command.more_help();
    }
    return text;
}

} // namespace jacquard::driver
