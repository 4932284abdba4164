#pragma once

#include <jacquard/ir3/emulator/machine/control_unit.h>

namespace jacquard::ir3 {

// Exchanges among the lanes of a wave.
class LaneUnit : MachinePart {
  public:
    LaneUnit(MachineState& state, OperandAccess& operands, ControlUnit& control)
        : MachinePart(state), operands_(operands), control_(control) {}

    bool execute_quad_shuffle(const Step& step);
    bool execute_shuffle(const Step& step);
    bool execute_lane_value(const Step& step);
    bool execute_broadcast_cluster(const Step& step);
    bool execute_elect_last(const Step& step);
    bool execute_lane_number(const Step& step);

  private:
    OperandAccess& operands_;
    ControlUnit& control_;
};

} // namespace jacquard::ir3
