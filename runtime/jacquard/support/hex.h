#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// Appends `value` as exactly `digits` lower-case hex digits.
inline void append_hex(std::string& out, std::uint64_t value, unsigned digits) {
    static constexpr char kDigits[] = "0123456789abcdef";
    constexpr unsigned kMost = 16;
    out.append(digits > kMost ? digits - kMost : 0, '0');
    char text[kMost];
    const unsigned count = digits < kMost ? digits : kMost;
    for (unsigned i = count; i != 0; value >>= 4) {
        text[--i] = kDigits[value & 0xf];
    }
    out.append(text, count);
}

[[nodiscard]] inline std::string hex(std::uint64_t value, unsigned digits) {
    std::string text;
    append_hex(text, value, digits);
    return text;
}

// All of `text`, which is a number of `base` without sign or prefix.
template <typename Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text, int base = 10) {
    Number value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value, base);
    if (text.empty() || fault != std::errc() || stop != end) {
        return std::nullopt;
    }
    return value;
}

// 16 hex digits, with an optional 0x before and an underscore in the middle.
[[nodiscard]] inline std::optional<std::uint64_t> parse_machine_word(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X")) {
        text.remove_prefix(2);
    }
    std::string digits(text);
    if (digits.size() == 17 && digits[8] == '_') {
        digits.erase(8, 1);
    }
    return digits.size() == 16 ? parse_number<std::uint64_t>(digits, 16) : std::nullopt;
}

} // namespace jacquard::driver
