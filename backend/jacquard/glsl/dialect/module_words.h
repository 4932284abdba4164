#pragma once

#include <jacquard/generated/spirv/enums.h>
#include <jacquard/generated/spirv/instructions.h>
#include <jacquard/spirv/module/module.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The words of SPIR-V modules that glslang made in this process or on this machine, which are well
// formed and in the byte order of the machine.
namespace jacquard::driver::glsl {

using spirv::Op;
using Words = std::vector<std::uint32_t>;

// Returns the words of a module, or none if the bytes are something else.
[[nodiscard]] Words words_of(std::string_view module);
[[nodiscard]] std::string bytes_of(const Words& words);

[[nodiscard]] Op op_of(std::span<const std::uint32_t> instruction);

// Calls `use` with the words of each instruction.
template <typename WordsOfModule, typename Use>
void for_each_instruction(WordsOfModule& words, const Use& use) {
    std::size_t at = spirv::kHeaderWords;
    while (at < words.size()) {
        const std::size_t size = words[at] >> 16;
        if (size == 0 || size > words.size() - at) {
            return;
        }
        use(std::span(words).subspan(at, size));
        at += size;
    }
}

} // namespace jacquard::driver::glsl
