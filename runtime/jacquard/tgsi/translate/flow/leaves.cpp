#include <jacquard/tgsi/translate/flow/flags.h>
#include <jacquard/tgsi/translate/flow/leaves.h>
#include <jacquard/tgsi/translate/flow/scopes.h>

#include <algorithm>

// Leaves of scopes.
namespace jacquard::tgsi {

using nir::JumpKind;

// Goes to the end of a scope that is a loop, or to its next round, from wherever control is.
void Leaves::leave_to(PendingLeave leave) {
    FlowScope& scope = scopes_[leave.scope];
    FlowScope& innermost = *scopes_.innermost_loop();
    if (&innermost == &scope) {
        scope.has_exit = scope.has_exit || !leave.again;
        b().jump(leave.again ? JumpKind::continue_loop : JumpKind::break_loop);
        return;
    }
    Scalar*& flag = leave.again ? scope.again_flag : scope.leave_flag;
    flag = flag == nullptr ? flags_.add_flag() : flag;
    flags_.set_flag(*flag, true);
    innermost.has_exit = true;
    if (std::find(innermost.pending.begin(), innermost.pending.end(), leave) ==
        innermost.pending.end()) {
        innermost.pending.push_back(leave);
    }
    b().jump(JumpKind::break_loop);
}

// Leaves that were asked for inside of a loop that is closed now.
void Leaves::go_on_with(const std::vector<PendingLeave>& pending) {
    for (const PendingLeave leave : pending) {
        const FlowScope& scope = scopes_[leave.scope];
        Scalar& flag = *(leave.again ? scope.again_flag : scope.leave_flag);
        nir::IfNode* asked = b().push_if(flags_.get(flag));
        if (scopes_.innermost_loop() == &scope) {
            flags_.set_flag(flag, false);
        }
        leave_to(leave);
        b().pop_if(asked);
    }
}

// A break leaves the innermost loop or switch of the text.
void Leaves::translate_break() {
    std::size_t number = scopes_.size() - 1;
    while (scopes_[number].loop == nullptr || scopes_[number].region != nullptr) {
        --number;
    }
    leave_to({number, false});
}

// Returns and next rounds that were asked for inside of a loop that is closed now.
void Leaves::go_on_leaving(const FlowScope& closed) {
    go_on_with(closed.pending);
    if (closed.return_is_pending) {
        nir::IfNode* asked = b().push_if(flags_.get(*scopes_.innermost_call().return_flag));
        FlowScope& around = *scopes_.innermost_loop();
        around.return_is_pending = around.kind != BlockKind::subroutine_block;
        around.has_exit = true;
        b().jump(JumpKind::break_loop);
        b().pop_if(asked);
    }
    if (closed.continue_is_pending) {
        Scalar& flag = continue_flag();
        nir::IfNode* asked = b().push_if(flags_.get(flag));
        FlowScope& around = *scopes_.innermost_loop();
        if (around.is_repeated()) {
            flags_.set_flag(flag, false);
            b().jump(JumpKind::continue_loop);
        } else {
            around.continue_is_pending = true;
            around.has_exit = true;
            b().jump(JumpKind::break_loop);
        }
        b().pop_if(asked);
    }
}

// Returns the flag that requests the next iteration of the innermost loop of the program.
Leaves::Scalar& Leaves::continue_flag() {
    std::size_t i = scopes_.size() - 1;
    while (!scopes_[i].is_repeated()) {
        --i;
    }
    Scalar*& flag = scopes_[i].continue_flag;
    flag = flag == nullptr ? flags_.add_flag() : flag;
    return *flag;
}

void Leaves::translate_continue() {
    FlowScope& innermost = *scopes_.innermost_loop();
    if (innermost.is_repeated()) {
        b().jump(JumpKind::continue_loop);
        return;
    }
    flags_.set_flag(continue_flag(), true);
    innermost.continue_is_pending = true;
    b().jump(JumpKind::break_loop);
}

} // namespace jacquard::tgsi
