#include <jacquard/glsl/dialect/module_words.h>

#include <cstring>

namespace jacquard::driver::glsl {

Words words_of(std::string_view module) {
    if (module.size() % 4 != 0 || module.size() / 4 < spirv::kHeaderWords) {
        return {};
    }
    Words words(module.size() / 4);
    std::memcpy(words.data(), module.data(), module.size());
    if (words[0] != spirv::kMagic) {
        words.clear();
    }
    return words;
}

std::string bytes_of(const Words& words) {
    const auto* const bytes = reinterpret_cast<const char*>(words.data());
    return {bytes, bytes + words.size() * sizeof(std::uint32_t)};
}

Op op_of(std::span<const std::uint32_t> instruction) {
    return static_cast<Op>(instruction[0] & 0xffff);
}

} // namespace jacquard::driver::glsl
