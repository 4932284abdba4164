#include <jacquard/ir3/compiler/contract/descriptor_sets.h>
#include <jacquard/ir3/compiler/program_maker.h>
#include <jacquard/ir3/compiler/spill/register_pressure.h>

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

void ProgramMaker::keep_liveness(Liveness&& liveness) {
    liveness_.emplace(std::move(liveness));
    moved_.clear();
}

void ProgramMaker::keep_source_order(SourceOrder&& order) {
    source_order_.emplace(std::move(order));
    ordering_.num_predicates = machine_.predicates;
    ordering_.order_limit = machine_.full_registers * 3U / 2;
    ordering_.pressure_limit = machine_.full_registers * 2U;
}

const ScheduleOptions& ProgramMaker::ordering_after_spilling() {
    ordering_.order_limit = 0;
    ordering_.pressure_limit = machine_.full_registers * 3U;
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
}

void ProgramMaker::keep_pressure(const HighestPressure& highest) {
    const RegisterBudget all(machine_, 100);
    const std::uint32_t most = all.taken(highest.live);
    graph_.beyond_registers = most - std::min(most, all.full());
}

void ProgramMaker::lower_limits() {
    liveness_.reset();
    moved_ = PoolVector<MovedNode>(graph_.pool());
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
