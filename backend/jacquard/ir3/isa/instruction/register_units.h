#pragma once

#include <jacquard/generated/ir3/registers.h>
#include <jacquard/ir3/isa/instruction/operand.h>

namespace jacquard::ir3 {

// Half registers as units that hazards are told apart by: a full register of merged files is two.
struct UnitRange {
    unsigned first = 0;
    unsigned count = 0;
};

// Half registers of separate files stand behind all full ones.
inline constexpr unsigned kFirstOwnHalf = 2U * kNumRegisterNumbers;
inline constexpr unsigned kNumRegisterUnits = kFirstOwnHalf + kNumRegisterNumbers;
// Registers with one value for all lanes, whose halves overlay them everywhere.
inline constexpr unsigned kFirstSharedUnit = 2 * kSharedRegisterFirst;

// The units of a register; `number` is one of a general or shared register.
[[nodiscard]] constexpr UnitRange register_units(unsigned number, bool half,
                                                 bool merged_registers) {
    if (number >= kSharedRegisterFirst) {
        const unsigned offset = number - kSharedRegisterFirst;
        return half ? UnitRange{kFirstSharedUnit + offset, 1}
                    : UnitRange{kFirstSharedUnit + 2 * offset, 2};
    }
    if (!merged_registers) {
        return {half ? kFirstOwnHalf + number : 2 * number, 1};
    }
    return half ? UnitRange{number, 1} : UnitRange{2 * number, 2};
}

[[nodiscard]] constexpr bool is_shared_unit(unsigned unit) {
    return unit >= kFirstSharedUnit && unit < kFirstOwnHalf;
}

} // namespace jacquard::ir3
