#include <jacquard/spirv/module.h>

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

std::size_t text_words(std::span<const std::uint32_t> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            if ((words[i] >> shift & 0xff) == 0) {
                return i + 1;
            }
        }
    }
    return 0;
}

} // namespace jacquard::spirv
