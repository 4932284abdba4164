#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace jacquard::nir {

// The property of a shader that says which components of its outputs transform feedback writes.
inline constexpr std::string_view kFeedbackProperty = "TRANSFORM_FEEDBACK";

// Each entry describes consecutive components in one slot: the semantic and its index, the first
// component and how many there are, the buffer, the offset in bytes, the bytes from one vertex to
// the next, and the stream of vertices. The words of several entries are consecutive.
using FeedbackWords = std::array<std::uint32_t, 8>;

} // namespace jacquard::nir
