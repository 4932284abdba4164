#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/frame/help.h>
#include <jacquard/tool/manual/completion.h>

namespace jacquard::driver {

namespace {

// In quotes, on one line.
std::string quoted(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' || c == '\\' ? "\\" : "";
        result += c == '\n' ? ' ' : c;
    }
    return result + '\'';
}

std::string option_line(std::string_view condition, const OptionSpec& option) {
    const bool is_long = option.name.starts_with("--");
    std::string text = "complete -c jacquard " + std::string(condition) +
                       (is_long ? "-l " : "-s ") + std::string(option.name.substr(is_long ? 2 : 1));
    const std::string words = joined(option.words);
    if (!option.value_name.empty()) {
        text += names_file(option.value_name) ? " -r -F" : " -x";
        text += words.empty() ? "" : " -a " + quoted(words);
    }
    return text + " -d " + quoted(option.doc) + '\n';
}

} // namespace

std::string fish_completion() {
    std::string text = "# Completion of jacquard in fish; made by 'jacquard completion fish'.\n"
                       "complete -c jacquard -f\n";
    std::string names;
    for (const CommandSpec* command : all_commands()) {
        const std::string name(command->name);
        const std::string inside = "-n '__fish_seen_subcommand_from " + name + "' ";
        names += (names.empty() ? "" : " ") + name;
        text += "complete -c jacquard -n __fish_use_subcommand -a " + name + " -d " +
                quoted(first_sentence(command->doc)) + '\n';
        if (names_file(command->operands)) {
            text += "complete -c jacquard " + inside + "-F\n";
        }
        if (const std::string words = joined(command->operand_words); !words.empty()) {
            text += "complete -c jacquard " + inside + "-a " + quoted(words) + '\n';
        }
        for (const OptionSpec& option : command->options) {
            text += option_line(inside, option);
        }
        for (const OptionSpec& option : kHelpOptions) {
            text += option_line(inside, option);
        }
    }
    return text +
           "complete -c jacquard -n __fish_use_subcommand -a help -d 'describes a command'\n"
           "complete -c jacquard -n '__fish_seen_subcommand_from help' -a " +
           quoted(names) + '\n';
}

} // namespace jacquard::driver
