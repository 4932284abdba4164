#pragma once

#include <jacquard/generated/ir3/slots.h>

#include <cstddef>

namespace jacquard::ir3 {

// Slots that buffers and images share.
inline constexpr std::size_t kMemorySlots = 32;

// Returns the slot in which the driver describes one of them; `number` is below kMemorySlots.
[[nodiscard]] constexpr Slot memory_slot(std::size_t number) {
    return static_cast<Slot>(static_cast<std::size_t>(Slot::MEMORY_SLOT_IR3_0) + number);
}

} // namespace jacquard::ir3
