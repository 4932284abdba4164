#include <jacquard/tgsi/translate/flow/flags.h>
#include <jacquard/tgsi/translate/flow/loops.h>
#include <jacquard/tgsi/translate/flow/scopes.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/operands.h>

// Loops that count.
namespace jacquard::tgsi {

using nir::JumpKind;
using nir::SsaDef;

// REP: a counter that is looked at where the body begins, as CONT comes there too.
void Loops::open_repeat() {
    SsaDef* count = b().f2i32(operands_.read_source(0, 0));
    FlowScope& scope = scopes_.push_scope(BlockKind::rep_block);
    Scalar& counter = *flags_.add_scalar(hoisted_.zero());
    flags_.set(counter, count);
    scope.loop = b().push_loop();
    scope.has_exit = true;
    scopes_.note_scope(scope, 1);
    SsaDef* left = flags_.get(counter);
    break_if(b().ige(hoisted_.constant(0), left));
    flags_.set(counter, b().iadd(left, hoisted_.constant(~0U)));
}

// BGNFOR: x is the index, y how often to go on, z the step; ENDFOR's steps are made where the body
// begins, in every round but the first.
void Loops::open_counting() {
    const Destination& loop = current().destination;
    std::array<SsaDef*, 3> start{};
    for (unsigned c = 0; c < 3; ++c) {
        start[c] = b().ffloor(operands_.read_source(0, c));
    }
    for (unsigned c = 0; c < 3; ++c) {
        operands_.write(loop, c, start[c]);
    }
    Scalar& is_next = *flags_.add_flag();
    flags_.set_flag(is_next, false);
    FlowScope& scope = scopes_.push_scope(BlockKind::for_block);
    scope.loop = b().push_loop();
    scope.has_exit = true;
    scopes_.note_scope(scope, 1);
    nir::IfNode* next = b().push_if(flags_.get(is_next));
    const nir::Operand step = operands_.read_register(loop.reg, 2);
    operands_.write(loop, 0, b().fadd(operands_.read_register(loop.reg, 0), step));
    SsaDef* minus_one = b().imm_float(-1.0);
    operands_.write(loop, 1, b().fadd(operands_.read_register(loop.reg, 1), minus_one));
    b().pop_if(next);
    flags_.set_flag(is_next, true);
    const nir::Operand left = operands_.read_register(loop.reg, 1);
    break_if(b().inot(b().flt(hoisted_.constant(0), left)));
}

void Loops::break_if(SsaDef* leaves) {
    nir::IfNode* node = b().push_if(leaves);
    b().jump(JumpKind::break_loop);
    b().pop_if(node);
}

} // namespace jacquard::tgsi
