#include <jacquard/fossilize/format/base64.h>

#include <cstdint>

namespace jacquard::fossilize {

namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string encode_base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    std::uint32_t held = 0;
    unsigned num_bits = 0;
    for (const char byte : bytes) {
        held = held << 8 | static_cast<unsigned char>(byte);
        for (num_bits += 8; num_bits >= 6; num_bits -= 6) {
            text += kDigits[held >> (num_bits - 6) & 63];
        }
    }
    if (num_bits != 0) {
        text += kDigits[held << (6 - num_bits) & 63];
    }
    text.resize((bytes.size() + 2) / 3 * 4, '=');
    return text;
}

std::optional<std::string> decode_base64(std::string_view text) {
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    const std::size_t num_digits = text.find_last_not_of('=') + 1; // 0 where there is none
    if (text.size() - num_digits > 2) {
        return std::nullopt;
    }
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t held = 0;
    unsigned num_bits = 0;
    for (const char digit : text.substr(0, num_digits)) {
        const std::size_t value = kDigits.find(digit);
        if (value == std::string_view::npos) {
            return std::nullopt;
        }
        held = held << 6 | static_cast<std::uint32_t>(value);
        num_bits += 6;
        if (num_bits >= 8) {
            num_bits -= 8;
            bytes += static_cast<char>(held >> num_bits & 0xff);
        }
    }
    return bytes;
}

} // namespace jacquard::fossilize
