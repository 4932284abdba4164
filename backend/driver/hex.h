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
    for (unsigned shift = digits * 4; shift != 0; shift -= 4) {
        out += kDigits[(value >> (shift - 4)) & 0xf];
    }
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

} // namespace jacquard::driver
