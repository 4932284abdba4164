#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::fossilize {

// The bytes that a text in base 64 (RFC 4648, with padding) stands for; nothing where it is none.
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view text);

[[nodiscard]] std::string encode_base64(std::string_view bytes);

} // namespace jacquard::fossilize
