#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace jacquard {

// The number of a place in the tables ("defs/nir/alu/float.yaml:42"). Numbers stay when lines of a
// table move, so that only the list of places changes then.
using PlaceNumber = std::uint16_t;

// The texts of places by number: the lines of the list that the generator wrote, without their
// ends. They refer to `list`.
[[nodiscard]] std::vector<std::string_view> read_places(std::string_view list);

} // namespace jacquard
