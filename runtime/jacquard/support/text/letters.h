#pragma once

namespace jacquard {

// Kinds of ASCII letters, whatever the locale. Readers of text share them.

[[nodiscard]] constexpr bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

// Returns true for a letter with which a name begins.
[[nodiscard]] constexpr bool begins_name(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
}

[[nodiscard]] constexpr bool is_name_letter(char letter) {
    return begins_name(letter) || is_digit(letter);
}

// Returns true for what stands between the words of a line.
[[nodiscard]] constexpr bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\r';
}

// Returns true for what languages that descend from C have between the words of a line.
[[nodiscard]] constexpr bool is_blank_of_c(char letter) {
    return is_blank(letter) || letter == '\f' || letter == '\v';
}

[[nodiscard]] constexpr bool is_space_of_c(char letter) {
    return is_blank_of_c(letter) || letter == '\n';
}

// Returns the value of a hexadecimal digit, and -1 for any other letter.
[[nodiscard]] constexpr int hex_digit(char letter) {
    return is_digit(letter)                   ? letter - '0'
           : (letter >= 'a' && letter <= 'f') ? letter - 'a' + 10
           : (letter >= 'A' && letter <= 'F') ? letter - 'A' + 10
                                              : -1;
}

} // namespace jacquard
