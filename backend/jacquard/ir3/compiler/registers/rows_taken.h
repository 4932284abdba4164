#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/registers/laying_order.h>

#include <algorithm>
#include <cstdint>
#include <span>

namespace jacquard::ir3 {

// Rows of four full registers.
inline constexpr std::uint32_t kRowsOfVec4 = 8;

// Rows of the files that are taken at once, where most are. A row is half a register; where the
// files lie over each other all rows are of the full one.
struct RowsTaken {
    std::uint32_t full = 0;
    std::uint32_t half = 0;

    // No order of laying needs fewer.
    [[nodiscard]] std::uint32_t least_height() const { return std::max(full, half); }
    // Returns how many of the rows the machine does not have.
    [[nodiscard]] std::uint32_t beyond(const MachineFacts& machine) const {
        const std::uint32_t num_full = machine.full_registers * kRowsOfVec4;
        const std::uint32_t num_half = machine.half_registers * kRowsOfVec4 / 2;
        return full - std::min(full, num_full) + (half - std::min(half, num_half));
    }
};

// Counts the rows taken by those items that have turns, at the positions in front of `end`.
[[nodiscard]] RowsTaken count_rows(const RegisterItems& items, std::span<const Turn> turns,
                                   const MachineFacts& machine, std::uint32_t end);

} // namespace jacquard::ir3
