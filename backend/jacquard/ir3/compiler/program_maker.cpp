#include <jacquard/generated/ir3/cost_model.h>
#include <jacquard/generated/pipelines/machine.h>
#include <jacquard/ir3/compiler/contract/descriptor_sets.h>
#include <jacquard/ir3/compiler/program_maker.h>
#include <jacquard/ir3/compiler/spill/register_pressure.h>
#include <jacquard/ir3/cost/program_needs.h>
#include <jacquard/ir3/target/wave_steps.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

Arena& charged(Arena& arena, const Arena& as) {
    arena.charge_to(as.budget());
    return arena;
}

} // namespace

ProgramMaker::ProgramMaker(SourceShader&& shader, const Order& order)
    : shader_(std::move(shader)), order_(order), machine_(order.target.machine),
      resources_(order.options.resources.begin(), order.options.resources.end()),
      graph_(charged(arena_, (*shader_).arena), order.target.revision), moved_(graph_.pool()) {
    lay_out_descriptors(resources_, machine_);
    graph_.resources = resources_;
    assignment_.beyond = ~0U;
}

void ProgramMaker::keep_scheduled(Scheduled&& scheduled) {
    liveness_.emplace(std::move(scheduled.liveness));
    order_figures_ = scheduled.figures;
    moved_.clear();
}

void ProgramMaker::keep_source_order(SourceOrder&& order) {
    source_order_.emplace(std::move(order));
    ordering_.num_predicates = machine_.predicates;
    ordering_.order_limit = machine_.full_registers * 3U / 2;
    ordering_.pressure_limit = machine_.full_registers * 2U;
    const CostModel& model = cost_model_of(order_.target.revision);
    ordering_.aim = ScheduleAim{.machine = &machine_,
                                .waves_together = model.figure(CostFigureName::wave_groups).value};
}

const ScheduleOptions& ProgramMaker::ordering_after_spilling() {
    ordering_.order_limit = 0;
    ordering_.pressure_limit = machine_.full_registers * 3U;
    ordering_.aim.reset();
    return ordering_;
}

const ScheduleOptions& ProgramMaker::present_order() {
    (void)ordering_after_spilling();
    ordering_.keeps_order = true;
    return ordering_;
}

void ProgramMaker::keep_assignment(const Assignment& assignment) {
    const std::uint32_t before = assignment_.beyond;
    assignment_ = assignment;
    helps_ = before == 0 || assignment.beyond < before;
    tries_another_ = ordering_.aim && try_another_order();
    helps_ = helps_ || tries_another_;
}

// Chooses an aim for another order of a program whose values had registers in the first one; false
// where none may be better.
bool ProgramMaker::try_another_order() {
    ScheduleAim& aim = *ordering_.aim;
    const OrderFigures& figures = order_figures_;
    if (trial_ == Trial::first && figures.aimed_at == 0) {
        return false;
    }
    const WaveSteps steps(graph_.stage, machine_);
    const double turns = std::max(steps.waves(assignment_.registers) / aim.waves_together, 1U);
    const double cost = figures.issue_slots + figures.wait_slots / turns;
    switch (trial_) {
    case Trial::first: {
        if (!assignment_.is_done) {
            return false;
        }
        // Fewer waves run than lookups were to leave, for a few registers, or since there are gaps
        // between values.
        const std::uint32_t end = steps.end(assignment_.registers);
        const std::uint32_t beyond = assignment_.registers - figures.aimed_at_first;
        if (end <= figures.aimed_at_first ||
            (end == figures.aimed_at && beyond > end - assignment_.registers)) {
            return false;
        }
        // An order that leaves as many waves waits no less, so this is the most that it may gain.
        const double more_turns =
            std::max(steps.waves(figures.aimed_at_first) / aim.waves_together, 1U);
        const double gain = figures.wait_slots / turns - figures.wait_slots / more_turns;
        if (gain * pipelines::kGainsOfAnotherOrder < cost) {
            return false;
        }
        first_aim_ = aim;
        first_cost_ = cost;
        trial_ = Trial::second;
        aim.beyond = beyond * kComponents;
        aim.together = beyond * 2 <= figures.aimed_at_first;
        return true;
    }
    case Trial::second:
        trial_ = Trial::last;
        if (!assignment_.is_done || cost > first_cost_) {
            aim = first_aim_;
            return true;
        }
        return false;
    case Trial::last: break;
    }
    return false;
}

void ProgramMaker::keep_pressure(const HighestPressure& highest) {
    const RegisterBudget all(machine_, 100);
    const std::uint32_t most = all.taken(highest.live);
    graph_.beyond_registers = most - std::min(most, all.full());
}

void ProgramMaker::change_limits() {
    liveness_.reset();
    moved_ = PoolVector<MovedNode>(graph_.pool());
    if (!tries_another_) {
        lower_limits();
    }
}

void ProgramMaker::lower_limits() {
    ordering_.order_limit = 0;
    ordering_.pressure_limit /= 4;
}

void ProgramMaker::forget_order() {
    liveness_.reset();
    moved_ = PoolVector<MovedNode>(graph_.pool());
    source_order_.reset();
}

void ProgramMaker::run_short(const Shortage& shortage) {
    shortage_ = shortage;
    shortage_->has_preamble = graph_.has_preamble;
}

Attempt ProgramMaker::finish(bool is_made) {
    if (is_made) {
        return std::move(program_);
    }
    if (shortage_) {
        return *shortage_;
    }
    return Refusal();
}

void ProgramMaker::report(std::string_view pass) const {
    if (order_.options.observer != nullptr) {
        order_.options.observer->after_pass(pass, graph_);
    }
}

} // namespace jacquard::ir3
