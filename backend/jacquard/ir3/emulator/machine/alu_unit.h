#pragma once

#include <jacquard/ir3/emulator/core/operand_access.h>

namespace jacquard::ir3 {

// Arithmetic whose sources depend on the lanes, conversions and moves.
class AluUnit : OperandPart {
  public:
    using OperandPart::OperandPart;

    bool execute_lanes(const Step& step);
    bool execute_convert(const Step& step);
    bool execute_move_many(const Step& step);
    bool execute_lane_mask(const Step& step);
};

} // namespace jacquard::ir3
