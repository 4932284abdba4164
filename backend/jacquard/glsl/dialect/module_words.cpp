#include <jacquard/glsl/dialect/module_words.h>

#include <cstring>

namespace jacquard::driver::glsl {

Words words_of(std::string_view module) {
    Words words(module.size() / 4);
    std::memcpy(words.data(), module.data(), words.size() * 4);
    if (module.size() % 4 != 0 || words.size() < spirv::kHeaderWords || words[0] != spirv::kMagic) {
        words.clear();
    }
    return words;
}

std::string bytes_of(const Words& words) {
    std::string bytes(words.size() * 4, '\0');
    std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

Op op_of(std::span<const std::uint32_t> instruction) {
    return static_cast<Op>(instruction[0] & 0xffff);
}

} // namespace jacquard::driver::glsl
