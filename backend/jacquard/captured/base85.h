#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Appends the little-endian bytes of values of 32 bits in base 85: five letters from '!' to 'u',
// the highest digit first, or 'z' for 0. The place of the first letter that is wrong, or
// npos.
[[nodiscard]] std::size_t append_base85(std::string_view text, std::vector<std::uint8_t>& bytes);

} // namespace jacquard::driver
