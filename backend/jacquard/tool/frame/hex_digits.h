#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace jacquard::driver {

// Reads as many hex digits as a word has bytes, four or eight, all at once. False where one of them
// is no digit.
template <typename Word>
[[nodiscard]] bool read_hex_digits(const char* text, std::uint64_t& value) {
    static_assert(std::endian::native == std::endian::little, "the first digit is the lowest byte");
    static_assert(sizeof(Word) == 4 || sizeof(Word) == 8);
    constexpr Word kEach = static_cast<Word>(~Word{0}) / 0xff; // times a number: that in every byte
    Word letters;
    std::memcpy(&letters, text, sizeof letters);
    letters |= (letters & kEach * 0x40) >> 1; // in lower case
    Word digits = (letters & kEach * 0xf) + (letters >> 6 & kEach) * 9;
    const Word above_nine = (digits + kEach * 6) >> 4 & kEach;
    // Each digit is written as it was read.
    const Word written = digits + kEach * '0' + above_nine * ('a' - '0' - 10);
    if (written != letters || (digits & kEach * 0xf0) != 0) {
        return false;
    }
    // Neighbours join, of which the first is the higher one.
    digits = (digits << 4 | digits >> 8) & static_cast<Word>(0x00ff00ff00ff00ff);
    digits = (digits << 8 | digits >> 16) & static_cast<Word>(0x0000ffff0000ffff);
    if constexpr (sizeof(Word) == 8) {
        digits = (digits << 16 | digits >> 32) & 0xffffffff;
    }
    value = digits;
    return true;
}

// Writes a number as eight hex digits.
inline void write_hex_digits(char* text, std::uint32_t value) {
    static_assert(std::endian::native == std::endian::little, "the first digit is the lowest byte");
    constexpr std::uint64_t kEach = ~std::uint64_t{0} / 0xff; // times a number: that in every byte
    // Halves part, of which the higher one goes in front.
    std::uint64_t digits = value >> 16 | (value & std::uint64_t{0xffff}) << 32;
    digits = (digits >> 8 & 0x000000ff000000ff) | (digits & 0x000000ff000000ff) << 16;
    digits = (digits >> 4 & 0x000f000f000f000f) | (digits & 0x000f000f000f000f) << 8;
    const std::uint64_t above_nine = (digits + kEach * 6) >> 4 & kEach;
    digits += kEach * '0' + above_nine * ('a' - '0' - 10);
    std::memcpy(text, &digits, sizeof digits);
}

} // namespace jacquard::driver
