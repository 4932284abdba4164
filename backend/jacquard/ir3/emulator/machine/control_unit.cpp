#include <jacquard/ir3/emulator/machine/control_unit.h>

#include <algorithm>

namespace jacquard::ir3 {

void ControlUnit::start() {
    active_ = predicated_ = state_.wave.all_lanes();
    predication_ = Predication::none;
    num_waiting_ = 0;
}

// The lanes that are furthest behind go on; the others wait for them. Where lanes meet, they go on
// together.
bool ControlUnit::select_lanes() {
    std::uint32_t first = active_.any() ? state_.pc : waiting_[0].pc;
    for (unsigned i = 0; i < num_waiting_; ++i) {
        first = std::min(first, waiting_[i].pc);
    }
    if (active_.any() && first != state_.pc) {
        if (!wait_at(state_.pc, active_)) {
            return false;
        }
        active_ = {};
    }
    state_.pc = first;
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
        const LaneMask on_true = state_.wave.predicates[0];
        predicated_ = predication_ == Predication::on_true ? on_true : ~on_true;
    }
    return true;
}

bool ControlUnit::wait_at(std::uint32_t pc, LaneMask lanes) {
    if (state_.options->check_errata && pc < state_.code->steps.size() &&
        state_.code->steps[pc].has_dead_mark) {
        return fail(FaultKind::dead_mark, "lanes wait at " + describe(pc) +
                                              ", whose (jp) has no effect on this part, since " +
                                              describe(state_.pc));
    }
    if (state_.options->check_reconvergence && pc < state_.code->steps.size() &&
        !state_.code->steps[pc].reconverges) {
        return fail(FaultKind::reconvergence, "lanes wait at " + describe(pc) +
                                                  ", which is not marked (jp), since " +
                                                  describe(state_.pc));
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

bool ControlUnit::go_to(std::int64_t target) {
    if (target < 0 || target >= static_cast<std::int64_t>(state_.code->steps.size())) {
        return fail(FaultKind::control_flow, describe(state_.pc) + " jumps out of the program");
    }
    next_pc_ = static_cast<std::uint32_t>(target);
    if (state_.concurrent != nullptr && target <= std::int64_t{state_.pc}) {
        state_.stop = MachineState::Stop::switched; // so that others go on while this one waits
    }
    return true;
}

bool ControlUnit::diverge(std::int64_t target, LaneMask jumping) {
    jumping &= active_;
    const LaneMask staying = active_ - jumping;
    if (jumping.none()) {
        return true;
    }
    if (staying.none() || target == std::int64_t{state_.pc} + 1) {
        return go_to(target);
    }
    if (target < 0 || target >= static_cast<std::int64_t>(state_.code->steps.size())) {
        return go_to(target);
    }
    const std::uint32_t fall_through = state_.pc + 1;
    const bool forward = target > std::int64_t{state_.pc};
    const auto later = forward ? static_cast<std::uint32_t>(target) : fall_through;
    if (!wait_at(later, forward ? jumping : staying)) {
        return false;
    }
    active_ = forward ? staying : jumping;
    next_pc_ = forward ? fall_through : static_cast<std::uint32_t>(target);
    if (state_.concurrent != nullptr && !forward) {
        state_.stop = MachineState::Stop::switched;
    }
    return true;
}

bool ControlUnit::execute_branch(const Step& step) {
    LaneMask first;
    LaneMask second;
    if (!operands_.read_predicate(step.sources[0], first)) {
        return false;
    }
    if (step.num_sources == 2 && !operands_.read_predicate(step.sources[1], second)) {
        return false;
    }
    switch (step.action) {
    case Action::branch_or: return diverge(step.target, (first | second) & state_.lanes);
    case Action::branch_and: return diverge(step.target, first & second & state_.lanes);
    case Action::branch_any: return (first & state_.lanes).none() || go_to(step.target);
    case Action::branch_all: return (state_.lanes - first).any() || go_to(step.target);
    default: return diverge(step.target, first & state_.lanes);
    }
}

bool ControlUnit::execute_elect_one(const Step& step) {
    LaneMask others = active_;
    if (state_.lanes.any()) {
        others.clear(state_.lanes.lowest());
    }
    return diverge(step.target, others);
}

bool ControlUnit::begin_predication(bool on_true) {
    const LaneMask lanes = state_.wave.predicates[0];
    predication_ = on_true ? Predication::on_true : Predication::on_false;
    predicated_ = on_true ? lanes : ~lanes;
    return true;
}

bool ControlUnit::end_predication() {
    predication_ = Predication::none;
    predicated_ = state_.wave.all_lanes();
    return true;
}

} // namespace jacquard::ir3
