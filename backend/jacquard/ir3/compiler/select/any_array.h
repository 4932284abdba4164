#pragma once

#include <cstdint>

namespace jacquard::ir3 {

// The length of an array that fits into no file of registers.
inline constexpr std::uint32_t kAnyArray = ~0U;

} // namespace jacquard::ir3
