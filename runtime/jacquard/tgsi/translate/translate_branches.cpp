// Branches to labels. The instructions of a region are a loop that runs once: a branch behind it
// leaves it, one to its beginning is its next round. Where labels stand between, each part runs
// only if it is the one to go on with, which a register says, and hands on to the next.

#include <jacquard/tgsi/translate/translator.h>

#include <algorithm>

namespace jacquard::tgsi {

using nir::JumpKind;
using nir::SsaDef;

// What begins, goes on or ends in front of the instruction at hand.
void Translator::meet_regions() {
    while (!scopes_.empty() && scopes_.back().region != nullptr &&
           scopes_.back().region->end == position_) {
        close_region();
    }
    if (!scopes_.empty() && scopes_.back().region != nullptr) {
        const std::vector<std::uint32_t>& labels = scopes_.back().region->labels;
        const auto label = std::lower_bound(labels.begin(), labels.end(), position_);
        if (label != labels.end() && *label == position_) {
            go_on_in_region(static_cast<std::uint32_t>(label - labels.begin()) + 1);
        }
    }
    const BranchRegion* region = is_dead_ ? nullptr : regions_.beginning_at(position_);
    if (region != nullptr) {
        open_region(*region);
    }
}

void Translator::open_region(const BranchRegion& region) {
    FlowScope& scope = push_scope(BlockKind::none);
    scope.region = &region;
    if (!region.labels.empty()) {
        scope.next_part = add_scalar(anchor_);
        set_next_part(scope, 0);
    }
    scope.loop = b().push_loop();
    note_scope(scope, 1);
    if (scope.next_part != nullptr) {
        open_part(scope, 0);
    }
}

void Translator::set_next_part(const FlowScope& scope, std::uint32_t part) {
    set(*scope.next_part, b().imm_int(static_cast<std::int32_t>(part)));
}

void Translator::open_part(FlowScope& scope, std::uint32_t part) {
    SsaDef* next = get(*scope.next_part);
    scope.branch = b().push_if(b().ieq(next, b().imm_int(static_cast<std::int32_t>(part))));
}

void Translator::go_on_in_region(std::uint32_t part) {
    FlowScope& scope = scopes_.back();
    if (!is_dead_) {
        set_next_part(scope, part);
    }
    b().pop_if(scope.branch);
    is_dead_ = false;
    open_part(scope, part);
}

void Translator::close_region() {
    FlowScope& scope = scopes_.back();
    if (scope.branch != nullptr) {
        b().pop_if(scope.branch);
        is_dead_ = false;
    }
    if (!is_dead_) {
        scope.has_exit = true;
        b().jump(JumpKind::break_loop);
    }
    b().pop_loop(scope.loop);
    is_dead_ = !scope.has_exit;
    note_scope(scope, -1);
    const FlowScope closed = std::move(scope);
    scopes_.pop_back();
    go_on_leaving(closed);
}

void Translator::translate_branch() {
    const Branch& branch = regions_.branch(position_);
    if (branch.region == nullptr) {
        not_supported(current_->position, branch.fault);
        return;
    }
    std::size_t number = scopes_.size() - 1;
    while (scopes_[number].region != branch.region) {
        --number;
    }
    FlowScope& scope = scopes_[number];
    const bool again = branch.target != branch.region->end;
    if (again && scope.next_part != nullptr) {
        const std::vector<std::uint32_t>& labels = branch.region->labels;
        const auto part = std::upper_bound(labels.begin(), labels.end(), branch.target);
        set_next_part(scope, static_cast<std::uint32_t>(part - labels.begin()));
    }
    leave_to({number, again});
    is_dead_ = true;
}

// Goes to the end of a scope that is a loop, or to its next round, from wherever control is.
void Translator::leave_to(PendingLeave leave) {
    FlowScope& scope = scopes_[leave.scope];
    FlowScope& innermost = *innermost_loop();
    if (&innermost == &scope) {
        scope.has_exit = scope.has_exit || !leave.again;
        b().jump(leave.again ? JumpKind::continue_loop : JumpKind::break_loop);
        return;
    }
    Scalar*& flag = leave.again ? scope.again_flag : scope.leave_flag;
    flag = flag == nullptr ? add_flag() : flag;
    set_flag(*flag, true);
    innermost.has_exit = true;
    if (std::find(innermost.pending.begin(), innermost.pending.end(), leave) ==
        innermost.pending.end()) {
        innermost.pending.push_back(leave);
    }
    b().jump(JumpKind::break_loop);
}

// Leaves that were asked for inside of a loop that is closed now.
void Translator::go_on_with(const std::vector<PendingLeave>& pending) {
    for (const PendingLeave leave : pending) {
        const FlowScope& scope = scopes_[leave.scope];
        Scalar& flag = *(leave.again ? scope.again_flag : scope.leave_flag);
        nir::IfNode* asked = b().push_if(get(flag));
        if (innermost_loop() == &scope) {
            set_flag(flag, false);
        }
        leave_to(leave);
        b().pop_if(asked);
    }
}

// A break leaves the innermost loop or switch of the text.
void Translator::translate_break() {
    std::size_t number = scopes_.size() - 1;
    while (scopes_[number].loop == nullptr || scopes_[number].region != nullptr) {
        --number;
    }
    leave_to({number, false});
}

} // namespace jacquard::tgsi
