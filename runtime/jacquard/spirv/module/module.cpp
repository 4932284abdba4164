#include <jacquard/spirv/module/module.h>

namespace jacquard::spirv {

std::string text_of(std::span<const std::uint32_t> words) {
    std::string text;
    for (const std::uint32_t word : words) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            const char letter = static_cast<char>(word >> shift & 0xff);
            if (letter == '\0') {
                return text;
            }
            text += letter;
        }
    }
    return text;
}

bool is_non_semantic(std::string_view set) {
    return set.starts_with("NonSemantic.");
}

// To take 1 from each byte sets the highest bit of one without it only where that is 0, or where
// one below, which then is 0, borrows from it.
static bool has_zero_byte(std::uint32_t word) {
    return ((word - 0x01010101U) & ~word & 0x80808080U) != 0;
}

std::size_t text_words(std::span<const std::uint32_t> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (has_zero_byte(words[i])) {
            return i + 1;
        }
    }
    return 0;
}

} // namespace jacquard::spirv
