#pragma once

#include <array>
#include <cstdint>
#include <cstring>

namespace jacquard::ir3 {

// Words of lanes are handled four at a time, of which there always are so many.
template <typename Change>
void for_each_four(std::uint32_t* target, const std::uint32_t* words, unsigned count,
                   Change&& change) {
    for (unsigned lane = 0; lane < count; lane += 4) {
        std::array<std::uint32_t, 4> four;
        std::memcpy(four.data(), words + lane, sizeof four);
        for (std::uint32_t& word : four) {
            word = change(word);
        }
        std::memcpy(target + lane, four.data(), sizeof four);
    }
}

inline void fill(std::uint32_t* target, std::uint32_t word, unsigned count) {
    const std::array<std::uint32_t, 4> four{word, word, word, word};
    for (unsigned lane = 0; lane < count; lane += 4) {
        std::memcpy(target + lane, four.data(), sizeof four);
    }
}

} // namespace jacquard::ir3
