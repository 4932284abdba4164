#include <jacquard/tgsi/translate/flow/branch_regions.h>
#include <jacquard/tgsi/translate/flow/calls.h>
#include <jacquard/tgsi/translate/flow/control_flow_map.h>
#include <jacquard/tgsi/translate/flow/flags.h>
#include <jacquard/tgsi/translate/flow/scopes.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/outputs.h>
#include <jacquard/tgsi/translate/registers/results.h>

// Calls and returns.
namespace jacquard::tgsi {

using nir::JumpKind;

void Calls::translate_call() {
    const std::uint32_t subroutine = current().label.value_or(0);
    if (info(program().instructions[subroutine].opcode).opens != BlockKind::subroutine_block) {
        faults_.malformed(current().position, std::string(name_of(current().opcode)) +
                                                  " needs the label of a subroutine");
        return;
    }
    if (scopes_.is_called(subroutine)) {
        faults_.malformed(current().position, "this call never ends: the subroutine calls itself");
        return;
    }
    nir::IfNode* branch =
        info(current().opcode).num_sources != 0 ? b().push_if(results_.condition()) : nullptr;
    FlowScope& scope = scopes_.push_scope(BlockKind::subroutine_block);
    scope.subroutine = subroutine;
    scope.return_to = context().position();
    scope.branch = branch;
    if (control_flow_map_.returns_from_block(subroutine) ||
        branch_regions_.has_between(subroutine, control_flow_map_.closer(subroutine))) {
        scope.loop = b().push_loop();
        scope.has_exit = true;
    }
    scopes_.note_scope(scope, 1);
    scopes_.push_call();
    context().set_position(subroutine);
}

void Calls::close_call() {
    FlowScope& scope = scopes_.back();
    if (scope.loop != nullptr) {
        if (b().cursor.block->jump() == nullptr) {
            b().jump(JumpKind::break_loop);
        }
        b().pop_loop(scope.loop);
        if (scope.return_flag != nullptr) {
            flags_.set_flag(*scope.return_flag, false);
        }
        scopes_.set_dead(false);
    }
    scopes_.set_dead(scopes_.is_dead() && !scope.has_exit);
    if (scope.branch != nullptr) {
        b().pop_if(scope.branch);
        scopes_.set_dead(false);
    }
    scopes_.note_scope(scope, -1);
    context().set_position(scope.return_to);
    scopes_.pop_call();
    scopes_.pop_back();
}

void Calls::translate_return() {
    if (!scopes_.has_calls()) {
        outputs_.finish_outputs();
        if (!scopes_.empty()) {
            b().jump(JumpKind::return_function);
        }
        return;
    }
    FlowScope& call = scopes_.innermost_call();
    call.has_exit = true;
    if (call.loop == nullptr || &scopes_.back() == &call) {
        return; // the subroutine has no open block: the rest is dead
    }
    FlowScope& innermost = *scopes_.innermost_loop();
    if (&innermost != &call) {
        call.return_flag = call.return_flag == nullptr ? flags_.add_flag() : call.return_flag;
        flags_.set_flag(*call.return_flag, true);
        innermost.return_is_pending = true;
        innermost.has_exit = true;
    }
    b().jump(JumpKind::break_loop);
}

} // namespace jacquard::tgsi
