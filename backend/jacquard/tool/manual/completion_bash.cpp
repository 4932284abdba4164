#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/manual/completion.h>

namespace jacquard::driver {

namespace {

// The function finds where the cursor is: in the name of the command, the value of an option, or
// elsewhere. A value may be one of a list with commas, and bash treats the '=' of --gpu=630 as a
// word.
constexpr std::string_view kHead =
    R"(# Completion of jacquard in bash; made by 'jacquard completion bash'.
_jacquard() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local commands= options= operands= words= files= operand_files=
    if [[ $current == = ]]; then
        current=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
    fi
)";

constexpr std::string_view kTail = R"(    if (( COMP_CWORD == 1 )); then
        mapfile -t COMPREPLY < <(compgen -W "$commands help --help --version" -- "$current")
        return
    fi
    if [[ -z $words && -z $files && $current != -* ]]; then
        words=$operands
        files=$operand_files
    fi
    if [[ -n $words ]]; then
        local head=
        [[ $current != *,* ]] || head=${current%,*},
        mapfile -t COMPREPLY < <(compgen -P "$head" -W "$words" -- "${current##*,}")
    fi
    if [[ -n $files ]]; then
        compopt -o filenames
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
    fi
    if [[ -z $words$files && -n $options ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    fi
}
complete -F _jacquard jacquard
)";

std::string value_case(const OptionSpec& option) {
    std::string assigned = " options=";
    if (const std::string words = joined(option.words); !words.empty()) {
        assigned += " words='" + words + '\'';
    }
    if (names_file(option.value_name)) {
        assigned += " files=1";
    }
    return "        " + std::string(option.name) + ") operands= operand_files=" + assigned +
           " ;;\n";
}

std::string command_case(const CommandSpec& command) {
    std::string names;
    std::string values;
    for (const OptionSpec& option : command.options) {
        names += std::string(option.name) + ' ';
        values += option.value_name.empty() ? "" : value_case(option);
    }
    for (const OptionSpec& option : kHelpOptions) {
        names += std::string(option.name) + ' ';
    }
    names.pop_back();
    std::string text = "    " + std::string(command.name) + ")\n        options='" + names + "'\n";
    if (const std::string words = joined(command.operand_words); !words.empty()) {
        text += "        operands='" + words + "'\n";
    }
    if (names_file(command.operands)) {
        text += "        operand_files=1\n";
    }
    if (!values.empty()) {
        text += "        case $before in\n" + values + "        esac\n";
    }
    return text + "        ;;\n";
}

} // namespace

std::string bash_completion() {
    std::string names;
    std::string cases;
    for (const CommandSpec* command : all_commands()) {
        names += (names.empty() ? "" : " ") + std::string(command->name);
        cases += command_case(*command);
    }
    return std::string(kHead) + "    commands='" + names + "'\n    case ${COMP_WORDS[1]} in\n" +
           cases + "    help) operands=$commands ;;\n    esac\n" + std::string(kTail);
}

} // namespace jacquard::driver
