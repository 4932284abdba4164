#pragma once

#include <cstddef>

namespace jacquard {

// Length of the UTF-8 sequence at `at`, 0 when it is malformed.
inline unsigned utf8_length(const char* at, const char* end) {
    const auto byte = [&](unsigned i) { return static_cast<unsigned char>(at[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) {
        return 1;
    }
    const unsigned length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || end - at < static_cast<std::ptrdiff_t>(length)) {
        return 0;
    }
    for (unsigned i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80) {
            return 0;
        }
    }
    const unsigned second = byte(1);
    const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool surrogate = first == 0xed && second > 0x9f;
    const bool too_large = first == 0xf4 && second > 0x8f;
    return overlong || surrogate || too_large ? 0 : length;
}

} // namespace jacquard
