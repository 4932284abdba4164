#pragma once

#include <jacquard/tool/frame/command_line.h>

#include <string>
#include <string_view>

// Completions for shells, made from the tables of commands and options.
namespace jacquard::driver {

// A script for that shell, which it loads when `jacquard` is typed.
[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

// Returns true if a value or operand of that name is a file or folder.
[[nodiscard]] bool names_file(std::string_view value_name);

// The words with blanks between them; nothing for a null list.
[[nodiscard]] std::string joined(WordList words);

// The options that every command has.
inline constexpr OptionSpec kHelpOptions[] = {
    {"--help", "", "what the command does and its options"},
    {"--help-all", "", "the same with rare options"},
};

} // namespace jacquard::driver
