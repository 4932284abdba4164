#include <jacquard/support/text/printable.h>
#include <jacquard/support/text/utf8.h>

namespace jacquard {

namespace {

// C0, DEL, and C1 as UTF-8 has them.
bool is_control(const char* at, unsigned length) {
    const auto first = static_cast<unsigned char>(at[0]);
    if (length == 1) {
        return (first < 0x20 && first != '\n' && first != '\t') || first == 0x7f;
    }
    return length == 2 && first == 0xc2 && static_cast<unsigned char>(at[1]) < 0xa0;
}

} // namespace

std::string printable(std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string result;
    result.reserve(text.size());
    const char* at = text.data();
    const char* end = at + text.size();
    while (at != end) {
        const unsigned length = utf8_length(at, end);
        if (length != 0 && !is_control(at, length)) {
            result.append(at, length);
            at += length;
            continue;
        }
        for (const char* stop = at + (length == 0 ? 1 : length); at != stop; ++at) {
            const auto byte = static_cast<unsigned char>(*at);
            result += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
        }
    }
    return result;
}

} // namespace jacquard
