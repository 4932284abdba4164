#pragma once

#include <charconv>
#include <cstdint>

namespace jacquard {

// Reads a half float in decimals from the beginning of a text, as std::from_chars reads floats of
// other widths. It rounds once, to the nearest with ties to the even one: a detour through a wider
// float would round twice. A finite number that would become an infinity is out of range; what is
// too small becomes a zero if a double can hold it.
[[nodiscard]] std::from_chars_result half_from_chars(const char* first, const char* last,
                                                     std::uint16_t& half);

} // namespace jacquard
