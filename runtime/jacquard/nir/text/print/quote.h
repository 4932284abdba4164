#pragma once

#include <jacquard/support/text/letters.h>

#include <algorithm>
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
    return !text.empty() && begins_name(text[0]) &&
           std::all_of(text.begin(), text.end(), is_name_letter);
}

} // namespace jacquard::nir
