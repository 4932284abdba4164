#include <jacquard/nir/interpreter/wave/wave.h>

// A wave among others that run at the same time: its barriers.
namespace jacquard::nir::interpreter {

bool Wave::meet_barrier(const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const bool waits = intrinsic.execution_scope() >= Scope::workgroup;
    weak.come_to_barrier(intrinsic, waits);
    if (!waits) {
        return weak.may_go_on();
    }
    const LaneMask wanted = lanes.all - lanes.halted - lanes.terminated - control_.returned();
    if ((wanted - lanes.active).any()) {
        return fail(FaultKind::barrier, step, "some lanes reach it while others wait elsewhere");
    }
    barrier_ = step.instruction;
    is_waiting = true;
    return false;
}

void Wave::leave_barrier() {
    weak.leave_barrier(*barrier_->as<IntrinsicInstruction>());
    barrier_ = nullptr;
}

} // namespace jacquard::nir::interpreter
