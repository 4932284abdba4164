#pragma once

#include <string>
#include <string_view>

namespace jacquard::nir {

// Text between quotes, with what the lexer would misread written as \" \\ or \xNN.
inline void quote(std::string& out, std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20 || byte == 0x7f) {
            out += "\\x";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

// Returns whether the lexer reads a text as one word.
inline bool is_word(std::string_view text) {
    const auto letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    if (text.empty() || !letter(text[0])) {
        return false;
    }
    for (const char c : text) {
        if (!letter(c) && (c < '0' || c > '9')) {
            return false;
        }
    }
    return true;
}

} // namespace jacquard::nir
