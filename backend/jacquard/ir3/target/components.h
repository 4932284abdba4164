#pragma once

#include <cstdint>

namespace jacquard::ir3 {

// Components of a register and of a constant of the file.
inline constexpr std::uint32_t kComponents = 4;

} // namespace jacquard::ir3
