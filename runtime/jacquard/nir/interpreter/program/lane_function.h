#pragma once

#include <jacquard/generated/nir/opcode_info.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace jacquard::nir::interpreter {

// How one component of one lane is kept: in the least bytes that hold it. Bits above the width are
// zero.
template <unsigned Bits>
using LaneBits = std::conditional_t<
    Bits == 64, std::uint64_t,
    std::conditional_t<Bits == 32, std::uint32_t,
                       std::conditional_t<Bits == 16, std::uint16_t, std::uint8_t>>>;

[[nodiscard]] constexpr unsigned lane_bytes(unsigned bit_size) {
    return bit_size == 64 ? 8 : bit_size == 32 ? 4 : bit_size == 16 ? 2 : 1;
}

template <unsigned Bits>
[[nodiscard]] LaneBits<Bits>* lane_words(std::byte* lanes) {
    return reinterpret_cast<LaneBits<Bits>*>(lanes);
}
template <unsigned Bits>
[[nodiscard]] const LaneBits<Bits>* lane_words(const std::byte* lanes) {
    return reinterpret_cast<const LaneBits<Bits>*>(lanes);
}

// Lanes are computed in groups of this many, so arrays of them are filled up to whole groups. What
// is in the lanes beyond those that there are means nothing.
inline constexpr unsigned kLaneGroup = 4;

[[nodiscard]] constexpr unsigned whole_lane_groups(unsigned num_lanes) {
    return (num_lanes + kLaneGroup - 1) / kLaneGroup * kLaneGroup;
}
// The address of an array of lanes is a multiple of this.
template <typename Word>
inline constexpr std::size_t kLaneAlignment = std::min<std::size_t>(sizeof(Word) * kLaneGroup, 16);

// Computes an ALU opcode in `num_lanes` lanes at once, as its `fold` expression says: whole groups,
// and one at least.
//
// `arrays` point at one array of lanes for each component, first of the result, then of source
// after source: one for what works per component, as many as declared for others. A replicated
// result has one array. Results may not overlap operands.
using LaneFunction = void (*)(std::size_t num_lanes, std::byte* const* arrays);
// Gives the function for so many lanes: that for a single group, which a quad is, has no loop.
using LaneFunctionChoice = LaneFunction (*)(std::size_t num_lanes);

// `bit_size` is the width of the operands without one of their own; any where there are none. Null
// when the opcode cannot be computed at that width. Denormals are kept and results rounded to the
// nearest even.
[[nodiscard]] LaneFunctionChoice lane_function(Opcode opcode, unsigned bit_size);

} // namespace jacquard::nir::interpreter
