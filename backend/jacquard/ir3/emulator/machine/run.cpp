#include <jacquard/ir3/emulator/machine/machine.h>

namespace jacquard::ir3 {

void Emulator::State::start(const Executable::Code& code, const Environment& environment,
                            const RunOptions& options, ConcurrentRun* run, unsigned agent) {
    core.concurrent = run;
    core.agent = agent;
    core.code = &code;
    core.environment = &environment;
    core.options = &options;
    core.fault = {};
    core.live = core.wave.all_lanes() & ~environment.helpers;
    core.slot = core.hazards.first_slot();
    first_slot_ = core.slot;
    core.steps = 0;
    maximum_steps_ = options.maximum_steps;
    core.pc = 0;
    core.stop = Stop::none;
    const bool is_alike = code.machine.merged_registers == core.wave.merged_registers();
    late_loads_.start();
    checks_.start(is_alike);
    control_.start();
    varyings_.start();
    aliases_.start();
    if (environment.runs_preamble) {
        core.wave.colors = {}; // later waves have what it sets
    }
    core.wave.note_written(code.direct_results);
    operations_.start(is_alike);
}

void Emulator::State::go_on(ExecutionObserver* observer) {
    if (core.stop == Stop::ended) {
        return;
    }
    const PreparedCode& code = *core.code;
    const RunOptions& options = *core.options;
    core.stop = Stop::none;
    core.observer = observer;
    while (!core.fault) {
        if (control_.has_waiting() && !control_.select_lanes()) {
            break;
        }
        if (core.pc >= code.steps.size()) {
            core.fail(FaultKind::control_flow,
                      "the program runs past its last instruction without end");
            break;
        }
        if (core.steps == maximum_steps_) {
            core.fail(FaultKind::too_many_steps,
                      "the program did not end within " + std::to_string(options.maximum_steps) +
                          " instructions; it was at " + core.describe(core.pc));
            core.fault.limit = Limit::steps;
            break;
        }
        const Step& step = code.steps[core.pc];
        core.lanes = control_.executing();
        if (step.stretch.num_steps != 0 && !observer && !checks_.is_watched() &&
            control_.keeps_lanes() && step.stretch.num_steps <= maximum_steps_ - core.steps &&
            operations_.can_execute_stretch(step.stretch)) {
            if (!operations_.execute_stretch(step)) {
                break;
            }
            continue;
        }
        ++core.steps;
        control_.expect_next();
        if (checks_.is_watched() && options.check_hazards) {
            if (!checks_.take_flags(step) || !late_loads_.finish_waited_for(step)) {
                break;
            }
            checks_.expect_flags(step);
        }
        if (!step.is_plain && !step.missing.empty()) {
            core.fail(FaultKind::unsupported, core.describe(core.pc) + " needs " +
                                                  std::string(step.missing) +
                                                  ", which this machine does not have");
            break;
        }
        if (!step.is_plain && step.erratum != Step::kNoErratum && options.check_errata) {
            const WordErratum& erratum = code.errata[static_cast<std::size_t>(step.erratum)];
            core.fail(erratum.kind, core.describe(core.pc) + erratum.says);
            break;
        }
        if (!checks_.check_effects(step) || (!step.is_plain && !varyings_.check_varyings(step)) ||
            !execute(step)) {
            break;
        }
        core.slot += step.effects.slots;
        if (observer) {
            observer->executed(core.pc, core.lanes, core.wave);
        }
        if (core.stop == Stop::ended && !control_.has_waiting()) {
            break; // at the instruction that ended it
        }
        control_.go_to_next();
        if (core.stop == Stop::none) {
            continue;
        }
        if (core.stop != Stop::ended) {
            break;
        }
        control_.end_active();
        core.stop = Stop::none;
    }
}

RunResult Emulator::State::finish() {
    RunResult result;
    // Whatever is outstanding arrives before the next program begins.
    core.hazards.take_flags(true, true);
    core.has_prefetched = false;
    if (core.options->check_hazards && !checks_.is_proven()) {
        core.code->note_watched(core.steps);
    }
    result.fault = std::move(core.fault);
    result.live = core.live;
    result.steps = core.steps;
    result.slots = core.slot - first_slot_;
    return result;
}

bool Emulator::State::execute(const Step& step) {
    switch (step.action) {
    case Action::lanes:
        return step.num_operations != 0
                   ? operations_.execute_operations(step.first_operation, step.num_operations)
                   : alu_.execute_lanes(step);
    case Action::convert:
        return step.num_operations != 0
                   ? operations_.execute_operations(step.first_operation, step.num_operations)
                   : alu_.execute_convert(step);
    case Action::nothing: return true;
    case Action::move_many: return alu_.execute_move_many(step);
    case Action::lane_mask: return alu_.execute_lane_mask(step);
    case Action::varying: return varyings_.execute_varying(step);
    case Action::varying_load: return varyings_.execute_varying_load(step);
    case Action::sample: return aliases_.check_aliases(step) && textures_.execute_sample(step);
    case Action::alias: return aliases_.execute_alias(step);
    case Action::derivative: return textures_.execute_derivative(step);
    case Action::quad_shuffle: return exchange_.execute_quad_shuffle(step);
    case Action::constant_load: return constants_.execute_constant_load(step);
    case Action::constant_load_many: return constants_.execute_constant_load_many(step);
    case Action::constant_store: return constants_.execute_constant_store(step);
    case Action::shared_constant_store: return constants_.execute_shared_constant_store(step);
    case Action::memory_load: return memory_.execute_memory_load(step) && core.may_switch();
    case Action::memory_store: return memory_.execute_memory_store(step) && core.may_switch();
    case Action::memory_atomic: return memory_.execute_memory_atomic(step) && core.may_switch();
    case Action::descriptor_load:
        return descriptors_.execute_descriptor_load(step) && core.may_switch();
    case Action::descriptor_store:
        return descriptors_.execute_descriptor_store(step) && core.may_switch();
    case Action::descriptor_atomic:
        return descriptors_.execute_descriptor_atomic(step) && core.may_switch();
    case Action::descriptor_size: return descriptors_.execute_descriptor_size(step);
    case Action::slot_load: return slots_.execute_slot_load(step) && core.may_switch();
    case Action::slot_store: return slots_.execute_slot_store(step) && core.may_switch();
    case Action::slot_atomic: return slots_.execute_slot_atomic(step) && core.may_switch();
    case Action::shuffle: return exchange_.execute_shuffle(step);
    case Action::lane_value: return exchange_.execute_lane_value(step);
    case Action::broadcast_cluster: return exchange_.execute_broadcast_cluster(step);
    case Action::sample_position: return textures_.execute_sample_position(step);
    case Action::barrier: return execute_barrier();
    case Action::fence: return execute_fence(step) && core.may_switch();
    case Action::preamble: return core.environment->runs_preamble || control_.go_to(step.target);
    case Action::elect_last: return exchange_.execute_elect_last(step);
    case Action::lane_number: return exchange_.execute_lane_number(step);
    case Action::kill: {
        LaneMask killed;
        if (!operands_.read_predicate(step.sources[0], killed)) {
            return false;
        }
        core.live = core.live - (killed & core.lanes);
        // Killed lanes go on as helpers of their quad; when all are, nothing is left to compute.
        if (core.live.none()) {
            core.stop = Stop::ended;
            control_.end_all();
        }
        return true;
    }
    case Action::end: core.stop = Stop::ended; return true;
    case Action::jump: return control_.go_to(step.target);
    case Action::branch:
    case Action::branch_or:
    case Action::branch_and:
    case Action::branch_any:
    case Action::branch_all: return control_.execute_branch(step);
    case Action::elect_one: return control_.execute_elect_one(step);
    case Action::predicate_true: return control_.begin_predication(true);
    case Action::predicate_false: return control_.begin_predication(false);
    case Action::predicate_end: return control_.end_predication();
    case Action::invalid:
        return core.fail(FaultKind::invalid_word,
                         core.describe(core.pc) + " is not an instruction of this revision");
    case Action::unsupported: break;
    }
    return core.fail(FaultKind::unsupported,
                     core.describe(core.pc) + " is not executed by the emulator");
}

} // namespace jacquard::ir3
