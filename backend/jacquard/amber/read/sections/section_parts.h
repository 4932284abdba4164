#pragma once

#include <cstddef>

namespace jacquard::driver::amber {

// The pipelines of a script in sections, and its first buffers.
inline constexpr std::size_t kComputeSection = 0;
inline constexpr std::size_t kGraphicsSection = 1;
inline constexpr std::size_t kColourTarget = 0;
inline constexpr std::size_t kDepthTarget = 1;

} // namespace jacquard::driver::amber
