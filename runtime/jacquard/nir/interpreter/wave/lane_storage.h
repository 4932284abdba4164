#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// Storage of inputs and outputs as Environment describes it: words of all lanes, component after
// component, slot after slot.
namespace jacquard::nir::interpreter {

// The component that begins at word `at`, counted over slots; it takes two words when it has eight
// bytes. False, and 0, when it is not there.
inline bool read_slot_words(std::span<const std::uint32_t> words, unsigned lanes, std::int64_t at,
                            unsigned lane, unsigned bytes, std::uint64_t& bits) {
    const std::int64_t end = at + (bytes == 8 ? 2 : 1);
    bits = 0;
    if (at < 0 || end * lanes > static_cast<std::int64_t>(words.size())) {
        return false;
    }
    bits = words[static_cast<std::size_t>(at) * lanes + lane];
    if (bytes == 8) {
        bits |= std::uint64_t{words[static_cast<std::size_t>(at + 1) * lanes + lane]} << 32;
    }
    return true;
}

inline bool write_slot_words(std::span<std::uint32_t> words, unsigned lanes, std::int64_t at,
                             unsigned lane, unsigned bytes, std::uint64_t bits) {
    const std::int64_t end = at + (bytes == 8 ? 2 : 1);
    if (at < 0 || end * lanes > static_cast<std::int64_t>(words.size())) {
        return false;
    }
    words[static_cast<std::size_t>(at) * lanes + lane] = static_cast<std::uint32_t>(bits);
    if (bytes == 8) {
        words[static_cast<std::size_t>(at + 1) * lanes + lane] =
            static_cast<std::uint32_t>(bits >> 32);
    }
    return true;
}

} // namespace jacquard::nir::interpreter
