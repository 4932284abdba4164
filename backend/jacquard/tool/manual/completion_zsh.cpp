#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/frame/help.h>
#include <jacquard/tool/manual/completion.h>

namespace jacquard::driver {

namespace {

constexpr std::string_view kHead = R"(#compdef jacquard
# Completion of jacquard in zsh; made by 'jacquard completion zsh'.
_jacquard() {
    local curcontext=$curcontext state line
    _arguments -C '1:command:->command' '*::argument:->argument' && return
    case $state in
    command)
        local -a commands
        commands=(
)";

// In quotes, on one line.
std::string quoted(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' ? "'\\''" : std::string(1, c == '\n' ? ' ' : c);
    }
    return result + '\'';
}

// With a backslash before special letters.
std::string escaped(std::string_view text, std::string_view specials) {
    std::string result;
    for (const char c : text) {
        result += specials.find(c) == std::string_view::npos ? "" : "\\";
        result += c;
    }
    return result;
}

// Returns the action that completes a value: none, words, files, or words of a list.
std::string action_of(std::string_view value_name, WordList list) {
    const std::string words = joined(list);
    if (!words.empty() && names_file(value_name)) {
        return "{_files; compadd " + words + '}';
    }
    if (!words.empty()) {
        return value_name == "LIST" ? "_sequence compadd - " + words : '(' + words + ')';
    }
    return names_file(value_name) ? "_files" : " ";
}

std::string option_argument(const OptionSpec& option) {
    std::string spec = '*' + std::string(option.name);
    if (!option.value_name.empty()) {
        spec += option.name.starts_with("--") ? "=" : "+";
    }
    // Brackets and colons in the documentation are text.
    const std::string doc = escaped(quoted(option.doc), "[]:");
    std::string text = "            '" + spec + '[' + doc.substr(1, doc.size() - 2) + ']';
    if (!option.value_name.empty()) {
        text += ':' + escaped(option.value_name, ":") + ':' +
                action_of(option.value_name, option.words);
    }
    return text + "' \\\n";
}

std::string command_case(const CommandSpec& command) {
    std::string text = "        " + std::string(command.name) + ")\n            _arguments \\\n";
    for (const OptionSpec& option : command.options) {
        text += "    " + option_argument(option);
    }
    for (const OptionSpec& option : kHelpOptions) {
        text += "    " + option_argument(option);
    }
    return text +
           "                '*:argument:" + action_of(command.operands, command.operand_words) +
           "' ;;\n";
}

} // namespace

std::string zsh_completion() {
    std::string text(kHead);
    std::string cases;
    std::string names;
    for (const CommandSpec* command : all_commands()) {
        text +=
            "            " +
            quoted(std::string(command->name) + ':' + std::string(first_sentence(command->doc))) +
            '\n';
        cases += command_case(*command);
        names += (names.empty() ? "" : " ") + std::string(command->name);
    }
    return text +
           "            'help:describes a command'\n        )\n"
           "        _describe command commands ;;\n    argument)\n        case $words[1] in\n" +
           cases + "        help) _arguments '*:command:(" + names +
           ")' ;;\n        esac ;;\n    esac\n}\n_jacquard \"$@\"\n";
}

} // namespace jacquard::driver
