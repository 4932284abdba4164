#pragma once

#include <jacquard/ir3/isa/codec/bit_range.h>
#include <jacquard/ir3/isa/describe/word_description.h>

#include <cstdint>
#include <string>

namespace jacquard::driver {

// At most this many encodings are shown that differ from the word in few bits.
inline constexpr unsigned kShownMisses = 5;

// Wider values than these are shown in hexadecimal.
inline constexpr unsigned kMaximumBinaryWidth = 13;

// Bits of a word, highest first, in binary or with 0x in hexadecimal.
[[nodiscard]] std::string bit_text(const ir3::BitRange& bits, std::uint64_t word);

// Returns the label of a part: the name of a field or an operand, "fixed" or "free".
[[nodiscard]] std::string name_of_part(const ir3::BitsRow& row);

// The lines of the tables that own some bits: where they are, and for a number who gives it.
[[nodiscard]] std::string place_of(const ir3::BitsRow& row, unsigned encoding);

} // namespace jacquard::driver
