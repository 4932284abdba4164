#include <jacquard/tgsi/translate/flow/calls.h>
#include <jacquard/tgsi/translate/flow/flow.h>
#include <jacquard/tgsi/translate/flow/leaves.h>
#include <jacquard/tgsi/translate/flow/loops.h>
#include <jacquard/tgsi/translate/flow/regions.h>
#include <jacquard/tgsi/translate/flow/scopes.h>
#include <jacquard/tgsi/translate/flow/switches.h>
#include <jacquard/tgsi/translate/registers/results.h>

// Blocks and jumps.
namespace jacquard::tgsi {

using nir::SsaDef;

void Flow::translate_block() {
    const OpcodeInfo& opcode = info(current().opcode);
    if (opcode.closes != 0) {
        close_block(opcode.opens == BlockKind::else_block);
    }
    switch (opcode.opens) {
    case BlockKind::none:
    case BlockKind::else_block:
    case BlockKind::subroutine_block: break;
    case BlockKind::if_block: {
        SsaDef* taken = results_.condition();
        FlowScope& scope = scopes_.push_scope(opcode.opens);
        scope.branch = b().push_if(taken);
        scopes_.note_scope(scope, 1);
        break;
    }
    case BlockKind::loop_block: {
        FlowScope& scope = scopes_.push_scope(opcode.opens);
        scope.loop = b().push_loop();
        scopes_.note_scope(scope, 1);
        break;
    }
    case BlockKind::rep_block: loops_.open_repeat(); break;
    case BlockKind::for_block: loops_.open_counting(); break;
    case BlockKind::switch_block: switches_.open_switch(); break;
    }
}

void Flow::close_block(bool has_else) {
    FlowScope& scope = scopes_.back();
    switch (scope.kind) {
    case BlockKind::if_block:
        if (has_else) {
            scope.kind = BlockKind::else_block;
            scope.then_is_dead = scopes_.is_dead();
            scopes_.set_dead(false);
            b().push_else(scope.branch);
            return;
        }
        b().pop_if(scope.branch);
        scopes_.set_dead(false);
        break;
    case BlockKind::else_block:
        b().pop_if(scope.branch);
        scopes_.set_dead(scopes_.is_dead() && scope.then_is_dead);
        break;
    case BlockKind::loop_block:
    case BlockKind::rep_block:
    case BlockKind::for_block:
        b().pop_loop(scope.loop);
        scopes_.set_dead(!scope.has_exit);
        break;
    case BlockKind::switch_block: switches_.close_switch(scope); break;
    case BlockKind::subroutine_block: calls_.close_call(); return;
    case BlockKind::none: break;
    }
    scopes_.note_scope(scope, -1);
    const FlowScope closed = std::move(scope);
    scopes_.pop_back();
    leaves_.go_on_leaving(closed);
}

void Flow::translate_jump(Jump jump) {
    switch (jump) {
    case Jump::case_jump:
    case Jump::default_jump: switches_.translate_label(); return;
    case Jump::call_jump: calls_.translate_call(); return;
    case Jump::branch_jump: regions_.translate_branch(); return;
    case Jump::break_jump:
    case Jump::continue_jump:
    case Jump::return_jump: break;
    }
    nir::IfNode* branch =
        info(current().opcode).num_sources != 0 ? b().push_if(results_.condition()) : nullptr;
    switch (jump) {
    case Jump::break_jump: leaves_.translate_break(); break;
    case Jump::continue_jump: leaves_.translate_continue(); break;
    default: calls_.translate_return(); break;
    }
    scopes_.set_dead(branch == nullptr);
    if (branch != nullptr) {
        b().pop_if(branch);
    }
}

} // namespace jacquard::tgsi
