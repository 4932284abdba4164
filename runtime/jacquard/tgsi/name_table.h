#pragma once

#include <jacquard/support/api.h>

#include <cstdint>
#include <span>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::tgsi {

// Names by a hash of their upper-case letters, probed linearly; made by the generator.
struct NameTable {
    std::span<const std::string_view> names;
    std::span<const std::uint16_t> slots; // indices of names; a power of two, half empty
};

inline constexpr std::uint16_t kEmptySlot = 0xffff;

[[nodiscard]] constexpr char upper_case(char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

// Letter case aside.
[[nodiscard]] constexpr bool same_name(std::string_view left, std::string_view right) {
    if (left.size() != right.size()) {
        return false;
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (upper_case(left[i]) != upper_case(right[i])) {
            return false;
        }
    }
    return true;
}

// The index of a name, letter case aside; -1 when there is none.
[[nodiscard]] constexpr int find_name(const NameTable& table, std::string_view name) {
    std::uint32_t hash = 0x811c9dc5;
    for (const char letter : name) {
        hash = (hash ^ static_cast<unsigned char>(upper_case(letter))) * 0x01000193;
    }
    hash ^= hash >> 15;
    const std::size_t mask = table.slots.size() - 1;
    for (std::size_t slot = hash & mask; table.slots[slot] != kEmptySlot;
         slot = (slot + 1) & mask) {
        if (same_name(table.names[table.slots[slot]], name)) {
            return table.slots[slot];
        }
    }
    return -1;
}

} // namespace jacquard::tgsi

JACQUARD_END_API
