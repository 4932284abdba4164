// Calls, returns, breaks and continues, and the stack of addresses.

#include <jacquard/tgsi/translate/translator.h>

namespace jacquard::tgsi {

using nir::JumpKind;
using nir::SsaDef;

bool Translator::is_called(std::uint32_t subroutine) const {
    for (const std::size_t call : calls_) {
        if (scopes_[call].subroutine == subroutine) {
            return true;
        }
    }
    return false;
}

void Translator::translate_call() {
    const std::uint32_t subroutine = current_->label.value_or(0);
    if (info(program_.instructions[subroutine].opcode).opens != BlockKind::subroutine_block) {
        malformed(current_->position,
                  std::string(name_of(current_->opcode)) + " needs the label of a subroutine");
        return;
    }
    if (is_called(subroutine)) {
        malformed(current_->position, "this call never ends: the subroutine calls itself");
        return;
    }
    nir::IfNode* branch =
        info(current_->opcode).num_sources != 0 ? b().push_if(condition()) : nullptr;
    FlowScope& scope = push_scope(BlockKind::subroutine_block);
    scope.subroutine = subroutine;
    scope.return_to = position_;
    scope.branch = branch;
    if (map_.returns_from_block(subroutine) ||
        regions_.has_between(subroutine, map_.closer(subroutine))) {
        scope.loop = b().push_loop();
        scope.has_exit = true;
    }
    note_scope(scope, 1);
    calls_.push_back(scopes_.size() - 1);
    position_ = subroutine;
}

void Translator::close_call() {
    FlowScope& scope = scopes_.back();
    if (scope.loop != nullptr) {
        if (b().cursor.block->jump() == nullptr) {
            b().jump(JumpKind::break_loop);
        }
        b().pop_loop(scope.loop);
        if (scope.return_flag != nullptr) {
            set_flag(*scope.return_flag, false);
        }
        is_dead_ = false;
    }
    is_dead_ = is_dead_ && !scope.has_exit;
    if (scope.branch != nullptr) {
        b().pop_if(scope.branch);
        is_dead_ = false;
    }
    note_scope(scope, -1);
    position_ = scope.return_to;
    calls_.pop_back();
    scopes_.pop_back();
}

void Translator::translate_jump(Jump jump) {
    switch (jump) {
    case Jump::case_jump:
    case Jump::default_jump: translate_label(); return;
    case Jump::call_jump: translate_call(); return;
    case Jump::branch_jump: translate_branch(); return;
    case Jump::break_jump:
    case Jump::continue_jump:
    case Jump::return_jump: break;
    }
    nir::IfNode* branch =
        info(current_->opcode).num_sources != 0 ? b().push_if(condition()) : nullptr;
    switch (jump) {
    case Jump::break_jump: translate_break(); break;
    case Jump::continue_jump: translate_continue(); break;
    default: translate_return(); break;
    }
    is_dead_ = branch == nullptr;
    if (branch != nullptr) {
        b().pop_if(branch);
    }
}

void Translator::translate_continue() {
    FlowScope& innermost = *innermost_loop();
    if (innermost.is_repeated()) {
        b().jump(JumpKind::continue_loop);
        return;
    }
    set_flag(continue_flag(), true);
    innermost.continue_is_pending = true;
    b().jump(JumpKind::break_loop);
}

void Translator::translate_return() {
    if (calls_.empty()) {
        finish_outputs();
        if (!scopes_.empty()) {
            b().jump(JumpKind::return_function);
        }
        return;
    }
    FlowScope& call = scopes_[calls_.back()];
    call.has_exit = true;
    if (call.loop == nullptr || &scopes_.back() == &call) {
        return; // nothing is open in the subroutine: what follows is dead
    }
    FlowScope& innermost = *innermost_loop();
    if (&innermost != &call) {
        call.return_flag = call.return_flag == nullptr ? add_flag() : call.return_flag;
        set_flag(*call.return_flag, true);
        innermost.return_is_pending = true;
        innermost.has_exit = true;
    }
    b().jump(JumpKind::break_loop);
}

// Made where it is used, since few programs have one.
void Translator::plan_stack() {
    // What PUSHA may put on the stack; more is lost, and reads as 0.
    constexpr std::int32_t kStackRegisters = 16;
    if (stack_.count() == 0) {
        stack_.reset(kStackRegisters);
        stack_.make_array(0, kStackRegisters - 1);
        stack_depth_.reset(1);
    }
}

// All four components go onto the stack together.
void Translator::push_register() {
    plan_stack();
    SsaDef* depth = stack_depth_.load(place(), 0, 0);
    for (unsigned c = 0; c < 4; ++c) {
        stack_.store_relative(place(), 0, depth, c, b().whole(read_source(0, c)));
    }
    stack_depth_.store(place(), 0, 0, b().iadd(depth, hoisted_constant(1)));
}

void Translator::pop_register() {
    plan_stack();
    SsaDef* depth = b().iadd(stack_depth_.load(place(), 0, 0), hoisted_constant(~0U));
    stack_depth_.store(place(), 0, 0, depth);
    Formula formula(b(), current_->destination.write_mask, *this);
    for (unsigned c = 0; c < 4; ++c) {
        if (formula.wants(1U << c)) {
            formula.set(c, stack_.load_relative(place(), 0, depth, c));
        }
    }
    write_results(formula);
}

} // namespace jacquard::tgsi
