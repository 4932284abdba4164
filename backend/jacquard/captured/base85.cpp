#include <jacquard/captured/base85.h>

namespace jacquard::driver {

std::size_t append_base85(std::string_view text, std::vector<std::uint8_t>& bytes) {
    constexpr unsigned kBase = 85;
    constexpr std::size_t kLetters = 5;
    const auto append = [&bytes](std::uint32_t value) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bytes.push_back(static_cast<std::uint8_t>(value >> shift));
        }
    };
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == 'z') {
            append(0);
            ++at;
            continue;
        }
        std::uint64_t value = 0;
        for (std::size_t i = at; i < at + kLetters; ++i) {
            if (i >= text.size() || text[i] < '!' || text[i] > 'u') {
                return i;
            }
            value = value * kBase + static_cast<unsigned>(text[i] - '!');
        }
        if (value > 0xffffffff) {
            return at;
        }
        append(static_cast<std::uint32_t>(value));
        at += kLetters;
    }
    return std::string_view::npos;
}

} // namespace jacquard::driver
