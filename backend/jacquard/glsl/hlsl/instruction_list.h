#pragma once

#include <jacquard/glsl/dialect/module_words.h>

#include <map>
#include <set>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace jacquard::driver::glsl {

// A module as a list of instructions that can be replaced and removed, with what both steps that
// change modules of HLSL ask of its types. An instruction without words was removed.
struct InstructionList {
    struct Pointer {
        spirv::StorageClass storage{};
        std::uint32_t pointee = 0;
    };

    Words header; // no words: the bytes were no module
    std::vector<Words> instructions;
    std::set<std::uint32_t> opaque; // types of images and samplers, and of arrays of them
    std::set<std::uint32_t> mixed;  // structures with such members, and arrays of them
    std::map<std::uint32_t, Pointer> pointers;

    explicit InstructionList(std::string_view module);
    [[nodiscard]] std::string bytes() const;
    [[nodiscard]] std::uint32_t new_id() { return header[3]++; }

    // Returns the results that instructions use, and numbers that may be such.
    [[nodiscard]] std::unordered_set<std::uint32_t> used() const;
    // Removes names and decorations of what was removed.
    void forget(const std::set<std::uint32_t>& ids);
};

} // namespace jacquard::driver::glsl
