#pragma once

#include <jacquard/fossilize/format/resources.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace jacquard::layer {

using fossilize::ResourceTag;

// Returns the bytes with which a database of the newest version begins.
[[nodiscard]] std::string file_start();

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
[[nodiscard]] std::string entry_bytes(ResourceTag tag, std::uint64_t hash,
                                      std::string_view payload);

} // namespace jacquard::layer
