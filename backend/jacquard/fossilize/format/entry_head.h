#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::fossilize {

// A file begins with these bytes, and the version in one more.
inline constexpr std::string_view kMagic("\x81"
                                         "FOSSILIZEDB\0\0\0",
                                         15);
inline constexpr unsigned kOldestVersion = 5;
inline constexpr unsigned kNewestVersion = 6;

// How a payload is stored.
inline constexpr std::uint32_t kPlain = 1;
inline constexpr std::uint32_t kDeflated = 2;

// Bytes of what stands before each payload: a name of 40 hexadecimal digits and four words.
inline constexpr std::size_t kEntryHeadBytes = 56;

// The head of an entry, which stands before its payload.
struct EntryHead {
    std::uint64_t tag = 0; // of a ResourceTag, or of a kind that nobody here knows
    std::uint64_t hash = 0;
    std::uint32_t num_stored = 0; // bytes of the payload in the file
    std::uint32_t packing = 0;
    std::uint32_t checksum = 0;  // of the stored bytes; 0: not known
    std::uint32_t num_bytes = 0; // of the payload, unpacked
};

// Returns the head that kEntryHeadBytes bytes are; nothing where they are none.
[[nodiscard]] std::optional<EntryHead> parse_head(std::string_view bytes);
[[nodiscard]] std::string bytes_of(const EntryHead& head);

} // namespace jacquard::fossilize
