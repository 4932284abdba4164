#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/ir3/compiler/select/translate/killed_lanes.h>
#include <jacquard/nir/analysis/loop_analysis.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

bool orders_integers(nir::Opcode opcode) {
    switch (opcode) {
    case nir::Opcode::ilt:
    case nir::Opcode::ige:
    case nir::Opcode::ult:
    case nir::Opcode::uge: return true;
    default: return false;
    }
}

bool is_counter(const nir::LoopInfo& info, const nir::SsaDef* value) {
    return std::any_of(
        info.induction_variables.begin(), info.induction_variables.end(),
        [value](const nir::InductionVariable& variable) {
            return variable.update->opcode == nir::Opcode::iadd && variable.step != nullptr &&
                   variable.step->instruction->kind == nir::InstructionKind::constant &&
                   (value == &variable.phi->value || value == &variable.update->value);
        });
}

// Whether a value that all lanes share is computed before the loop.
bool is_bound(const nir::LoopInfo& info, const nir::SsaDef& value) {
    const nir::Block& made_in = *value.instruction->block;
    return !value.divergent && (value.instruction->kind == nir::InstructionKind::constant ||
                                made_in.index < info.loop->header()->index);
}

// If control flow diverges, all lanes that arrive may be killed ones.
bool is_entered_together(const nir::ControlFlowNode& loop) {
    for (const nir::ControlFlowNode* node = loop.parent; node != nullptr; node = node->parent) {
        const auto* branch = node->as<nir::IfNode>();
        if (branch != nullptr && branch->divergent) {
            return false;
        }
    }
    return true;
}

bool ends_for_all(nir::LoopNode& loop) {
    if (loop.divergent || !is_entered_together(loop)) {
        return false;
    }
    const nir::LoopInfo info = nir::analyse_loop(loop);
    return !info.has_continue &&
           std::any_of(
               info.terminators.begin(), info.terminators.end(),
               [&info](const nir::LoopTerminator& terminator) {
                   const auto* condition =
                       terminator.branch->condition.ssa->instruction->as<nir::AluInstruction>();
                   if (condition == nullptr || !orders_integers(condition->opcode)) {
                       return false;
                   }
                   const nir::SsaDef* left = condition->sources()[0].ssa;
                   const nir::SsaDef* right = condition->sources()[1].ssa;
                   return (is_counter(info, left) && is_bound(info, *right)) ||
                          (is_counter(info, right) && is_bound(info, *left));
               });
}

} // namespace

std::uint32_t end_of_unbounded_loops(const nir::Function& function) {
    std::uint32_t end = 0;
    for (const nir::Block& block : function.blocks()) {
        auto* loop = block.next != nullptr ? block.next->as<nir::LoopNode>() : nullptr;
        if (loop != nullptr && !ends_for_all(*loop)) {
            end = std::max(end, loop->body.last_block()->index + 1);
        }
    }
    return end;
}

} // namespace jacquard::ir3
