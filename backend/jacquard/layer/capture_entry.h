#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace jacquard::layer {

// A Fossilize database of version 6 begins with these bytes.
inline constexpr std::string_view kMagic{"\x81"
                                         "FOSSILIZEDB\0\0\0\6",
                                         16};
// An entry is a name of so many digits, a header of so many bytes, and what it holds.
inline constexpr unsigned kTagDigits = 24;
inline constexpr unsigned kHashDigits = 16;
inline constexpr unsigned kHeaderBytes = 16;
inline constexpr unsigned kEntryStart = kTagDigits + kHashDigits + kHeaderBytes;

// The kinds of entries that are written, by their tags in the file.
enum class Resource : unsigned {
    application = 0,
    sampler = 1,
    set_layout = 2,
    pipeline_layout = 3,
    shader_module = 4,
    render_pass = 5,
    graphics_pipeline = 6,
    compute_pipeline = 7,
};

// Returns the CRC-32 of ISO 3309, as zlib and PNG have it.
[[nodiscard]] std::uint32_t crc32(std::string_view bytes);

// Returns the hash by which entries name each other: of what an entry says, and never 0, which
// stands for no object.
[[nodiscard]] std::uint64_t content_hash(std::string_view bytes);

// Returns the JSON document of an object whose state is the JSON text `body`; `map` is the member
// that the format has for such objects, as "samplers".
[[nodiscard]] std::string document(std::string_view map, std::uint64_t hash, std::string_view body);

// Returns what the entry of a shader module holds: a JSON document that says how long the words
// are, and behind a zero byte the words, seven bits to a byte with the lowest first.
[[nodiscard]] std::string module_payload(std::uint64_t hash, std::span<const std::uint32_t> words);

// Returns an entry of the file, not compressed.
[[nodiscard]] std::string entry_bytes(Resource resource, std::uint64_t hash,
                                      std::string_view payload);

// Returns four bytes as the number that they are in the file, the lowest byte first.
[[nodiscard]] std::uint32_t read_number(const char* bytes);

} // namespace jacquard::layer
