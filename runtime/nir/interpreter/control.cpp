#include <jacquard/nir/interpreter/handlers.h>

namespace jacquard::nir::interpreter {

namespace {

// The active lanes where the condition holds; all of them without one.
LaneMask lanes_that_meet(const Wave& wave, const Step& step) {
    if (intrinsic_of(step).num_sources == 0) {
        return wave.active;
    }
    LaneMask met;
    wave.active.for_each([&](unsigned lane) {
        if (wave.read(wave.source(step, 0), 0, lane) != 0) {
            met.set(lane);
        }
    });
    return met;
}

} // namespace

bool do_nothing(Wave& /*wave*/, const Step& /*step*/) {
    return true;
}

bool terminate(Wave& wave, const Step& step) {
    const LaneMask ended = lanes_that_meet(wave, step);
    wave.terminated |= ended;
    wave.helpers |= ended;
    return true;
}

bool demote(Wave& wave, const Step& step) {
    wave.helpers |= lanes_that_meet(wave, step);
    return true;
}

bool barrier(Wave& wave, const Step& step) {
    const Scope scope = intrinsic_of(step).execution_scope();
    wave.is_waiting = wave.num_waves > 1 && scope >= Scope::workgroup;
    return !wave.is_waiting;
}

} // namespace jacquard::nir::interpreter
