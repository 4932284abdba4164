#pragma once

#include <jacquard/ir3/emulator/machine/control_unit.h>

namespace jacquard::ir3 {

// Exchanges among the lanes of a wave.
class LaneUnit : OperandPart {
  public:
    LaneUnit(MachineState& state, OperandAccess& operands, ControlUnit& control)
        : OperandPart(state, operands), control_(control) {}

    bool execute_quad_shuffle(const Step& step);
    bool execute_shuffle(const Step& step);
    bool execute_lane_value(const Step& step);
    bool execute_broadcast_cluster(const Step& step);
    bool execute_elect_last(const Step& step);
    bool execute_lane_number(const Step& step);

  private:
    ControlUnit& control_;
};

} // namespace jacquard::ir3
