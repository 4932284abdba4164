#pragma once

#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

// The words of lists that name passes, or state, and what they are given.
namespace jacquard::nir {

// Takes what stands before the separator off the front of `text`.
inline std::string_view take_part(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

[[nodiscard]] inline std::string suggestion(std::string_view written,
                                            std::span<const std::string_view> names) {
    const std::string_view near = near_name(written, names);
    return near.empty() ? "" : "; did you mean '" + std::string(near) + "'?";
}

// Decimal or 0x.
[[nodiscard]] inline std::optional<std::uint32_t> parse_number(std::string_view text) {
    const bool is_hex = text.starts_with("0x");
    text.remove_prefix(is_hex ? 2 : 0);
    std::uint32_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value, is_hex ? 16 : 10);
    return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

} // namespace jacquard::nir
