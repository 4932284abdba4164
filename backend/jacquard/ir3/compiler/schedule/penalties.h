#pragma once

#include <cstdint>

namespace jacquard::ir3 {

// These count against issuing a ready node, in ranks: so much that no depth makes up for it. An
// empty slot counts least. A wait for a flag lasts longer than is known, so it counts a little
// more, and that for memory most of the three; it counts by the slots that are left of it where
// another lookup may issue before (flights.h).
inline constexpr std::int64_t kStallPenalty = 100'000; // for each slot
inline constexpr std::int64_t kShortWaitPenalty = kStallPenalty + 1;
inline constexpr std::int64_t kLongWaitPenalty = kStallPenalty + 2;
// Another register where they are scarce counts above all: for each component that becomes live.
inline constexpr std::int32_t kPressurePenalty = 10'000'000;

} // namespace jacquard::ir3
