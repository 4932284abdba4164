#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/emulator/machine/machine.h>

#include <algorithm>
#include <bitset>

namespace jacquard::ir3 {

Emulator::State::State(unsigned lanes, Revision revision, unsigned wave_size)
    : wave(lanes, machine_facts(revision).merged_registers, wave_size), timing(timing_of(revision)),
      hazards(timing, machine_facts(revision).merged_registers), revision(revision) {}

void Emulator::State::start(const Executable::Code& code, const Environment& environment,
                            const RunOptions& options, ConcurrentRun* run, unsigned agent) {
    concurrent_ = run;
    agent_ = agent;
    is_late_ = false;
    late_loads_.clear();
    code_ = &code;
    environment_ = &environment;
    options_ = &options;
    fault_ = {};
    live_ = active_ = predicated_ = wave.all_lanes();
    live_ = live_ & ~environment.helpers;
    slot_ = hazards.first_slot();
    first_slot_ = slot_;
    steps_ = 0;
    maximum_steps_ = options.maximum_steps;
    const bool is_alike = code.machine.merged_registers == wave.merged_registers();
    // Among others each flag is looked at, since loads may come as late as one.
    is_proven_ = run == nullptr && options.check_hazards && !options.check_unwritten && is_alike &&
                 code.revision == revision && code.has_no_hazards(options.proof);
    is_watched_ =
        options.check_unwritten || (options.check_hazards && (!is_proven_ || has_prefetched));
    has_ready_accesses_ = options.check_hazards && !options.check_unwritten && is_alike;
    pc_ = 0;
    predication_ = Predication::none;
    required_ = Sync::none;
    stop_ = Stop::none;
    num_waiting_ = 0;
    varyings_ = {};
    num_aliases_ = 0;
    wave.note_written(code.direct_results);
    has_spread_words_ = false;
    has_ready_varyings_ = false;
    if (is_alike) {
        prepare_calls();
        has_spread_words_ = spread_words();
        has_ready_varyings_ = has_spread_words_ && find_varyings();
    }
}

void Emulator::State::go_on(ExecutionObserver* observer) {
    if (stop_ == Stop::ended) {
        return;
    }
    const Executable::Code& code = *code_;
    const RunOptions& options = *options_;
    stop_ = Stop::none;
    while (!fault_) {
        if (num_waiting_ != 0 && !select_lanes()) {
            break;
        }
        if (pc_ >= code.steps.size()) {
            fail(FaultKind::control_flow, "the program runs past its last instruction without end");
            break;
        }
        if (steps_ == maximum_steps_) {
            fail(FaultKind::too_many_steps, "the program did not end within " +
                                                std::to_string(options.maximum_steps) +
                                                " instructions; it was at " + describe(pc_));
            fault_.limit = Limit::steps;
            break;
        }
        const Step& step = code.steps[pc_];
        lanes_ = active_ & predicated_;
        // While lanes wait, each step evaluates the mask of predicated execution again.
        const bool keeps_lanes = num_waiting_ == 0 || predication_ == Predication::none;
        if (step.stretch.num_steps != 0 && !observer && !is_watched_ && keeps_lanes &&
            step.stretch.num_steps <= maximum_steps_ - steps_ &&
            can_execute_stretch(step.stretch)) {
            if (!execute_stretch(step)) {
                break;
            }
            continue;
        }
        ++steps_;
        next_pc_ = pc_ + 1;
        if (is_watched_ && options.check_hazards) {
            if ((required_ | timing.of(step.effects.timing).requires_flags) != Sync::none &&
                !check_flags(step)) {
                break;
            }
            hazards.take_flags(step.take_short, step.take_long);
            if (!late_loads_.empty() && !finish_loads_waited_for(step)) {
                break;
            }
            expect_flags(step);
            // All prefetches have arrived.
            is_watched_ = !(is_proven_ && step.take_long);
        }
        if (!step.is_plain && !step.missing.empty()) {
            fail(FaultKind::unsupported, describe(pc_) + " needs " + std::string(step.missing) +
                                             ", which this machine does not have");
            break;
        }
        if (!step.is_plain && step.erratum != Step::kNoErratum && options.check_errata) {
            const WordErratum& erratum = code.errata[static_cast<std::size_t>(step.erratum)];
            fail(erratum.kind, describe(pc_) + erratum.says);
            break;
        }
        if (!check_effects(step) || (!step.is_plain && !check_varyings(step)) || !execute(step)) {
            break;
        }
        slot_ += step.effects.slots;
        if (observer) {
            observer->executed(pc_, lanes_, wave);
        }
        if (stop_ == Stop::ended && num_waiting_ == 0) {
            break; // at the instruction that ended it
        }
        pc_ = next_pc_;
        if (stop_ == Stop::none) {
            continue;
        }
        if (stop_ != Stop::ended) {
            break;
        }
        active_ = {};
        stop_ = Stop::none;
    }
}

RunResult Emulator::State::finish() {
    RunResult result;
    // Whatever is outstanding arrives before the next program begins.
    hazards.take_flags(true, true);
    has_prefetched = false;
    if (options_->check_hazards && !is_proven_) {
        code_->note_watched(steps_);
    }
    result.fault = std::move(fault_);
    result.live = live_;
    result.steps = steps_;
    result.slots = slot_ - first_slot_;
    return result;
}

bool Emulator::State::check_flags(const Step& step) {
    const auto lacks = [&](Sync set) {
        return (contains(set, Sync::ss) && !step.take_short) ||
               (contains(set, Sync::sy) && !step.take_long);
    };
    if (lacks(timing.of(step.effects.timing).requires_flags)) {
        return fail(FaultKind::required_flag, describe(pc_) + " must carry (sy)(ss)");
    }
    if (lacks(required_) && !step.effects.idle) {
        fault_.other_instruction = required_by_;
        return fail(FaultKind::required_flag, describe(pc_) + " must carry " +
                                                  flag_names(required_) + ", because it follows " +
                                                  describe(required_by_));
    }
    return true;
}

// What the next instruction must carry; in front of it, others that do nothing may take some.
void Emulator::State::expect_flags(const Step& step) {
    if (!step.effects.idle) {
        required_ = timing.of(step.effects.timing).after;
        required_by_ = pc_;
        return;
    }
    const unsigned taken = (step.take_short ? static_cast<unsigned>(Sync::ss) : 0) |
                           (step.take_long ? static_cast<unsigned>(Sync::sy) : 0);
    required_ = static_cast<Sync>(static_cast<unsigned>(required_) & ~taken);
}

// The lanes that are furthest behind go on; the others wait for them. Where lanes meet, they go on
// together.
bool Emulator::State::select_lanes() {
    std::uint32_t first = active_.any() ? pc_ : waiting_[0].pc;
    for (unsigned i = 0; i < num_waiting_; ++i) {
        first = std::min(first, waiting_[i].pc);
    }
    if (active_.any() && first != pc_) {
        if (!wait_at(pc_, active_)) {
            return false;
        }
        active_ = {};
    }
    pc_ = first;
    for (unsigned i = 0; i < num_waiting_;) {
        if (waiting_[i].pc == first) {
            active_ |= waiting_[i].lanes;
            waiting_[i] = waiting_[--num_waiting_];
        } else {
            ++i;
        }
    }
    // A point of reconvergence evaluates the mask of predicated execution again.
    if (predication_ != Predication::none) {
        const LaneMask on_true = wave.predicates[0];
        predicated_ = predication_ == Predication::on_true ? on_true : ~on_true;
    }
    return true;
}

bool Emulator::State::wait_at(std::uint32_t pc, LaneMask lanes) {
    if (options_->check_errata && pc < code_->steps.size() && code_->steps[pc].has_dead_mark) {
        return fail(FaultKind::dead_mark, "lanes wait at " + describe(pc) +
                                              ", whose (jp) has no effect on this part, since " +
                                              describe(pc_));
    }
    if (options_->check_reconvergence && pc < code_->steps.size() &&
        !code_->steps[pc].reconverges) {
        return fail(FaultKind::reconvergence, "lanes wait at " + describe(pc) +
                                                  ", which is not marked (jp), since " +
                                                  describe(pc_));
    }
    for (unsigned i = 0; i < num_waiting_; ++i) {
        if (waiting_[i].pc == pc) {
            waiting_[i].lanes |= lanes;
            return true;
        }
    }
    // Each waiting group has a lane of its own, so there is always room.
    waiting_[num_waiting_++] = {pc, lanes};
    return true;
}

bool Emulator::State::go_to(std::int64_t target) {
    if (target < 0 || target >= static_cast<std::int64_t>(code_->steps.size())) {
        return fail(FaultKind::control_flow, describe(pc_) + " jumps out of the program");
    }
    next_pc_ = static_cast<std::uint32_t>(target);
    if (concurrent_ != nullptr && target <= std::int64_t{pc_}) {
        stop_ = Stop::switched; // so that others go on while this one waits
    }
    return true;
}

bool Emulator::State::diverge(std::int64_t target, LaneMask jumping) {
    jumping &= active_;
    const LaneMask staying = active_ - jumping;
    if (jumping.none()) {
        return true;
    }
    if (staying.none() || target == std::int64_t{pc_} + 1) {
        return go_to(target);
    }
    if (target < 0 || target >= static_cast<std::int64_t>(code_->steps.size())) {
        return go_to(target);
    }
    const std::uint32_t fall_through = pc_ + 1;
    const bool forward = target > std::int64_t{pc_};
    const auto later = forward ? static_cast<std::uint32_t>(target) : fall_through;
    if (!wait_at(later, forward ? jumping : staying)) {
        return false;
    }
    active_ = forward ? staying : jumping;
    next_pc_ = forward ? fall_through : static_cast<std::uint32_t>(target);
    if (concurrent_ != nullptr && !forward) {
        stop_ = Stop::switched;
    }
    return true;
}

bool Emulator::State::execute_branch(const Step& step) {
    LaneMask first;
    LaneMask second;
    if (!read_predicate(step.sources[0], first)) {
        return false;
    }
    if (step.num_sources == 2 && !read_predicate(step.sources[1], second)) {
        return false;
    }
    switch (step.action) {
    case Action::branch_or: return diverge(step.target, (first | second) & lanes_);
    case Action::branch_and: return diverge(step.target, first & second & lanes_);
    case Action::branch_any: return (first & lanes_).none() || go_to(step.target);
    case Action::branch_all: return (lanes_ - first).any() || go_to(step.target);
    default: return diverge(step.target, first & lanes_);
    }
}

bool Emulator::State::execute(const Step& step) {
    switch (step.action) {
    case Action::lanes:
        return step.num_operations != 0
                   ? execute_operations(step.first_operation, step.num_operations)
                   : execute_lanes(step);
    case Action::convert:
        return step.num_operations != 0
                   ? execute_operations(step.first_operation, step.num_operations)
                   : execute_convert(step);
    case Action::nothing: return true;
    case Action::move_many: return execute_move_many(step);
    case Action::lane_mask: return execute_lane_mask(step);
    case Action::varying: return execute_varying(step);
    case Action::varying_load: return execute_varying_load(step);
    case Action::sample: return check_aliases(step) && execute_sample(step);
    case Action::alias: return execute_alias(step);
    case Action::derivative: return execute_derivative(step);
    case Action::quad_shuffle: return execute_quad_shuffle(step);
    case Action::constant_load: return execute_constant_load(step);
    case Action::constant_load_many: return execute_constant_load_many(step);
    case Action::constant_store: return execute_constant_store(step);
    case Action::shared_constant_store: return execute_shared_constant_store(step);
    case Action::memory_load: return execute_memory_load(step) && may_switch();
    case Action::memory_store: return execute_memory_store(step) && may_switch();
    case Action::memory_atomic: return execute_memory_atomic(step) && may_switch();
    case Action::descriptor_load: return execute_descriptor_load(step) && may_switch();
    case Action::descriptor_store: return execute_descriptor_store(step) && may_switch();
    case Action::descriptor_atomic: return execute_descriptor_atomic(step) && may_switch();
    case Action::descriptor_size: return execute_descriptor_size(step);
    case Action::slot_load: return execute_slot_load(step) && may_switch();
    case Action::slot_store: return execute_slot_store(step) && may_switch();
    case Action::slot_atomic: return execute_slot_atomic(step) && may_switch();
    case Action::shuffle: return execute_shuffle(step);
    case Action::lane_value: return execute_lane_value(step);
    case Action::broadcast_cluster: return execute_broadcast_cluster(step);
    case Action::sample_position: return execute_sample_position(step);
    case Action::barrier: return execute_barrier();
    case Action::fence: return execute_fence(step) && may_switch();
    case Action::preamble: return environment_->runs_preamble || go_to(step.target);
    case Action::elect_last: return execute_elect_last(step);
    case Action::lane_number: {
        LaneWords words{};
        for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
            words[lane] = lane;
        }
        return write_destination(step.destinations[0], 0, words.data());
    }
    case Action::kill: {
        LaneMask killed;
        if (!read_predicate(step.sources[0], killed)) {
            return false;
        }
        live_ = live_ - (killed & lanes_);
        // Killed lanes go on as helpers of their quad; when all are, nothing is left to compute.
        if (live_.none()) {
            stop_ = Stop::ended;
            num_waiting_ = 0;
        }
        return true;
    }
    case Action::end: stop_ = Stop::ended; return true;
    case Action::jump: return go_to(step.target);
    case Action::branch:
    case Action::branch_or:
    case Action::branch_and:
    case Action::branch_any:
    case Action::branch_all: return execute_branch(step);
    case Action::elect_one: {
        LaneMask others = active_;
        if (lanes_.any()) {
            others.clear(lanes_.lowest());
        }
        return diverge(step.target, others);
    }
    case Action::predicate_true:
    case Action::predicate_false: {
        const LaneMask lanes = wave.predicates[0];
        const bool on_true = step.action == Action::predicate_true;
        predication_ = on_true ? Predication::on_true : Predication::on_false;
        predicated_ = on_true ? lanes : ~lanes;
        return true;
    }
    case Action::predicate_end:
        predication_ = Predication::none;
        predicated_ = wave.all_lanes();
        return true;
    case Action::invalid:
        return fail(FaultKind::invalid_word,
                    describe(pc_) + " is not an instruction of this revision");
    case Action::unsupported: break;
    }
    return fail(FaultKind::unsupported, describe(pc_) + " is not executed by the emulator");
}

} // namespace jacquard::ir3
