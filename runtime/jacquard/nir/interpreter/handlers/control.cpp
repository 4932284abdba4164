#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/wave/formulas.h>

namespace jacquard::nir::interpreter {

namespace {

// The active lanes where the condition holds; all of them without one.
LaneMask lanes_that_meet(const Wave& wave, const Step& step) {
    const Effect& effect = *effect_of(intrinsic_of(step).op);
    if (effect.condition_source < 0) {
        return wave.lanes.active;
    }
    const Place& condition =
        wave.values.source(step, static_cast<unsigned>(effect.condition_source));
    return wave.lanes.active &
           wave.values.condition(wave.values.row(condition, 0), condition.bytes);
}

} // namespace

bool do_nothing(Wave& /*wave*/, const Step& /*step*/) {
    return true;
}

bool terminate(Wave& wave, const Step& step) {
    const LaneMask ended = lanes_that_meet(wave, step);
    wave.lanes.terminated |= ended;
    wave.lanes.helpers |= ended;
    return true;
}

bool demote(Wave& wave, const Step& step) {
    wave.lanes.helpers |= lanes_that_meet(wave, step);
    return true;
}

bool barrier(Wave& wave, const Step& step) {
    if (wave.weak.is_concurrent()) {
        return wave.meet_barrier(step);
    }
    const Scope scope = intrinsic_of(step).execution_scope();
    wave.is_waiting = wave.num_waves > 1 && scope >= Scope::workgroup;
    return !wave.is_waiting;
}

// A count that goes up by one at each reading, low half first.
bool read_clock(Wave& wave, const Step& step) {
    ++wave.clock;
    const Place& to = wave.values.result(step);
    wave.lanes.active.for_each([&](unsigned lane) {
        for (unsigned c = 0; c < to.num_components; ++c) {
            wave.values.write(to, c, lane, wave.clock >> (32 * c));
        }
    });
    return true;
}

bool emit_vertex(Wave& wave, const Step& step) {
    VertexSink* sink = wave.environment->vertices;
    if (sink == nullptr) {
        return wave.fail(FaultKind::not_supported, step,
                         "nobody takes the vertices that a geometry shader emits");
    }
    wave.lanes.writing().for_each([&](unsigned lane) {
        sink->emit_vertex(lane, intrinsic_of(step).stream_id(), wave.environment->outputs);
    });
    return true;
}

bool end_primitive(Wave& wave, const Step& step) {
    if (VertexSink* sink = wave.environment->vertices) {
        wave.lanes.writing().for_each(
            [&](unsigned lane) { sink->end_primitive(lane, intrinsic_of(step).stream_id()); });
    }
    return true;
}

bool compute_formula(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const Formula formula = formula_of(intrinsic.op);
    const Place& to = wave.values.result(step);
    FormulaInput in(wave, intrinsic, &step);
    wave.lanes.active.for_each([&](unsigned lane) {
        for (unsigned c = 0; c < to.num_components; ++c) {
            in.go_to(lane, c);
            wave.values.write(to, c, lane, formula(in));
        }
    });
    return true;
}

} // namespace jacquard::nir::interpreter
