#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/generated/passes/optimise_ifs.h>
#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/build/control_flow_edit.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/known_conditions.h>
#include <jacquard/passes/util/sides.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::nir {
namespace {

const AluInstruction* as_alu(const SsaDef& value, Opcode opcode) {
    const auto* alu = value.instruction->as<AluInstruction>();
    return alu != nullptr && alu->opcode == opcode ? alu : nullptr;
}

// A source that reads the one component there is.
bool is_scalar(const AluSource& source) {
    return source.ssa->num_components == 1;
}

// Changes the shape of ifs, from the inside outwards.
class IfShapes {
  public:
    IfShapes(Function& function, const OptimiseIfsOptions& options)
        : function_(function), shader_(*function.shader), merge_limit_(options.merge_limit) {}

    bool run() {
        std::vector<IfNode*> ifs;
        for (Block& block : function_.blocks()) {
            if (block.next != nullptr && block.next->kind == ControlFlowKind::if_node) {
                ifs.push_back(block.next->as<IfNode>());
            }
        }
        while (!ifs.empty()) {
            IfNode& branch = *ifs.back();
            ifs.pop_back();
            turn_round(branch);
            merge_nested(branch);
            if (!merge_next(branch)) {
                select_constants(branch);
            }
        }
        if (changes_shape_) {
            tidy_control_flow(function_);
        }
        return changed_ || changes_shape_;
    }

    // Returns true if an if was visited before it took over another, so that there may be more to
    // do in it.
    [[nodiscard]] bool merged_visited() const { return merged_visited_; }

  private:
    void turn_round(IfNode& branch) {
        if (is_empty(branch.else_list)) {
            return;
        }
        const AluInstruction* negation = as_alu(*branch.condition.ssa, core::inot);
        if (negation == nullptr && !is_empty(branch.then_list)) {
            return;
        }
        if (negation != nullptr && is_scalar(negation->first_source[0])) {
            branch.condition.set(negation->first_source[0].ssa);
        } else if (is_empty(branch.then_list)) {
            CoreBuilder builder(shader_, Cursor::at_end(branch.block_before()));
            branch.condition.set(builder.inot(branch.condition.ssa));
        } else {
            return;
        }
        ControlFlowList then_list = branch.then_list;
        take_over(branch, branch.then_list, branch.else_list);
        take_over(branch, branch.else_list, then_list);
        changes_shape_ = true;
    }

    static void take_over(IfNode& branch, ControlFlowList& side, const ControlFlowList& nodes) {
        side = nodes;
        for (ControlFlowNode* node = side.first; node != nullptr; node = node->next) {
            node->list = &side;
            node->parent = &branch;
        }
    }

    // if a { pre; if b { X } } becomes pre; if iand(a, b) { X }.
    void merge_nested(IfNode& outer) {
        Block* pre = outer.then_list.first_block();
        auto* inner = pre->next != nullptr ? pre->next->as<IfNode>() : nullptr;
        if (inner == nullptr || inner->next != outer.then_list.last || !is_empty(outer.else_list) ||
            !is_empty(inner->else_list)) {
            return;
        }
        Block* middle = inner->block_after();
        if (middle->first_after_phis() != nullptr || ends_in_jump(inner->then_list) ||
            !is_cheap(*pre) || !agree_in_else(outer, *inner)) {
            return;
        }
        Block* then_end = inner->then_list.last_block();
        for_each_phi(*outer.block_after(), [&](PhiInstruction& phi) {
            PhiSource* source = phi.source_from(middle);
            source->set(value_from(*source->ssa, *middle, *then_end));
            source->predecessor = then_end;
        });
        Block* before = outer.block_before();
        for (Instruction& instruction : pre->instructions()) {
            instruction.unlink();
            before->append(&instruction);
        }
        CoreBuilder builder(shader_, Cursor::at_end(before));
        outer.condition.set(builder.iand(outer.condition.ssa, inner->condition.ssa));
        ControlFlowList kept = inner->then_list;
        inner->then_list = {};
        discard_from(outer.then_list.first);
        take_over(outer, outer.then_list, kept);
        changes_shape_ = true;
    }

    bool is_cheap(const Block& block) const {
        std::uint32_t cost = 0;
        for (const Instruction& instruction : block.instructions()) {
            cost += cost_of(instruction);
            if (cost > merge_limit_ || !can_move(instruction) || !can_speculate(instruction)) {
                return false;
            }
        }
        return true;
    }

    // Returns the value that code after `block` reads if control came from `from`.
    static SsaDef* value_from(SsaDef& value, const Block& block, const Block& from) {
        const auto* phi = value.instruction->as<PhiInstruction>();
        return phi != nullptr && phi->block == &block ? phi->source_from(&from)->ssa : &value;
    }

    // Returns true if it makes no difference which of the two conditions failed.
    static bool agree_in_else(const IfNode& outer, const IfNode& inner) {
        bool agree = true;
        for_each_phi(*outer.block_after(), [&](const PhiInstruction& phi) {
            SsaDef* after_inner = phi.source_from(inner.block_after())->ssa;
            agree &=
                value_from(*after_inner, *inner.block_after(), *inner.else_list.last_block()) ==
                phi.source_from(outer.else_list.last_block())->ssa;
        });
        return agree;
    }

    template <typename Visit>
    static void for_each_phi(const Block& block, Visit&& visit) {
        for (Instruction& instruction : block.instructions()) {
            auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            visit(*phi);
        }
    }

    // The next if was visited before and has merged with those behind it; it takes over this one.
    bool merge_next(IfNode& branch) {
        Block* middle = branch.block_after();
        auto* next = middle->next != nullptr ? middle->next->as<IfNode>() : nullptr;
        if (next == nullptr || next->condition.ssa != branch.condition.ssa ||
            middle->first_after_phis() != nullptr || ends_in_jump(branch.then_list) ||
            ends_in_jump(branch.else_list) || is_read_behind_jump(*next, *middle)) {
            return false;
        }
        const Block& then_end = *branch.then_list.last_block();
        const Block& else_end = *branch.else_list.last_block();
        for_each_phi(*middle,
                     [&](PhiInstruction& phi) { resolve_in(*next, phi, then_end, else_end); });
        for_each_phi(*middle,
                     [&](PhiInstruction& phi) { move_phi(*next, phi, then_end, else_end); });
        splice_before(next->then_list.first, branch.then_list);
        splice_before(next->else_list.first, branch.else_list);
        discard(&branch);
        middle->list->remove(middle);
        changes_shape_ = true;
        merged_visited_ = true;
        return true;
    }

    // Returns true if control may leave the list otherwise than at its end; of a loop in it, it
    // may.
    static bool has_jump(const ControlFlowList& list) {
        for (const ControlFlowNode* node = list.first; node != nullptr; node = node->next) {
            const auto* branch = node->as<IfNode>();
            if (node->as<LoopNode>() != nullptr ||
                (branch != nullptr &&
                 (has_jump(branch->then_list) || has_jump(branch->else_list)))) {
                return true;
            }
        }
        return ends_in_jump(list);
    }

    // Returns true if something in `next` jumps to where a phi of the block before is read. Both
    // its values get there then, so the phi can neither go nor stand behind `next`. Few are read
    // behind the loop, so that is asked before `next` is looked through, which has grown with each
    // merge.
    static bool is_read_behind_jump(const IfNode& next, const Block& middle) {
        const ControlFlowNode* loop = next.parent;
        while (loop != nullptr && loop->as<LoopNode>() == nullptr) {
            loop = loop->parent;
        }
        bool found = false;
        for_each_phi(middle, [&](const PhiInstruction& phi) {
            for (const Source& use : phi.value.uses()) {
                const ControlFlowNode* node = place_of(use);
                while (node != nullptr && node != loop) {
                    node = node->parent;
                }
                found = found || node != loop;
            }
        });
        return found && (has_jump(next.then_list) || has_jump(next.else_list));
    }

    // A value of the phi that is read in one side of `next` came from the same side of the if
    // before it.
    static void resolve_in(const IfNode& next, PhiInstruction& phi, const Block& then_end,
                           const Block& else_end) {
        SsaDef* then_value = phi.source_from(&then_end)->ssa;
        SsaDef* else_value = phi.source_from(&else_end)->ssa;
        for (Source& use : phi.value.uses()) {
            if (const ControlFlowList* side = side_of(next, use)) {
                use.set(side == &next.then_list ? then_value : else_value);
            }
        }
    }

    // The side of an if that a use stands in; null when it is somewhere else.
    static const ControlFlowList* side_of(const IfNode& branch, const Source& use) {
        const ControlFlowNode* node = place_of(use);
        while (node != nullptr && node->parent != &branch) {
            node = node->parent;
        }
        return node != nullptr ? node->list : nullptr;
    }

    // The block in which, or at the end of which, a value is read.
    static const ControlFlowNode* place_of(const Source& use) {
        const Instruction* user = use.instruction();
        return user == nullptr                      ? use.if_node()->block_before()
               : user->kind == InstructionKind::phi ? static_cast<const PhiSource&>(use).predecessor
                                                    : user->block;
    }

    // A phi between two ifs joins what it joined behind the second.
    static void move_phi(const IfNode& next, PhiInstruction& phi, const Block& then_end,
                         const Block& else_end) {
        if (!phi.value.has_uses()) {
            phi.remove();
            return;
        }
        PhiSource* then_source = phi.source_from(&then_end);
        PhiSource* else_source = phi.source_from(&else_end);
        if (ends_in_jump(next.then_list) || ends_in_jump(next.else_list)) {
            phi.value.rewrite_uses(ends_in_jump(next.then_list) ? else_source->ssa
                                                                : then_source->ssa);
            phi.remove();
            return;
        }
        then_source->predecessor = next.then_list.last_block();
        else_source->predecessor = next.else_list.last_block();
        phi.unlink();
        next.block_after()->prepend(&phi);
    }

    void select_constants(IfNode& branch) {
        if (ends_in_jump(branch.then_list) || ends_in_jump(branch.else_list)) {
            return;
        }
        Block& after = *branch.block_after();
        CoreBuilder builder(shader_, Cursor::after_phis(&after));
        for_each_phi(after, [&](PhiInstruction& phi) {
            const SsaDef& then_value = *phi.source_from(branch.then_list.last_block())->ssa;
            const SsaDef& else_value = *phi.source_from(branch.else_list.last_block())->ssa;
            const auto then_constant = constant_components(then_value);
            const auto else_constant = constant_components(else_value);
            if (then_constant.empty() || else_constant.empty()) {
                return;
            }
            SsaDef* selected = select(builder, *branch.condition.ssa, phi.value.bit_size,
                                      then_constant, else_constant);
            phi.value.rewrite_uses(selected);
            phi.remove();
            changed_ = true;
        });
    }

    static SsaDef* select(CoreBuilder& builder, SsaDef& condition, unsigned bit_size,
                          std::span<const ConstantValue> then_constant,
                          std::span<const ConstantValue> else_constant) {
        if (bit_size == 1 && then_constant.size() == 1 &&
            then_constant[0].b != else_constant[0].b) {
            return then_constant[0].b ? &condition : builder.inot(&condition);
        }
        SsaDef* then_value = builder.constant(bit_size, then_constant);
        SsaDef* else_value = builder.constant(bit_size, else_constant);
        return builder.alu(core::bcsel,
                           {Operand(&condition), Operand(then_value), Operand(else_value)});
    }

    Function& function_;
    Shader& shader_;
    std::uint32_t merge_limit_;
    bool changed_ = false;
    bool changes_shape_ = false;
    bool merged_visited_ = false;
};

// Each further round follows one with an if less.
bool change_ifs(Function& function, const OptimiseIfsOptions& options) {
    bool changed = read_known_conditions(function);
    for (;;) {
        IfShapes shapes(function, options);
        changed |= shapes.run();
        if (!shapes.merged_visited()) {
            return changed;
        }
        read_known_conditions(function);
    }
}

} // namespace

bool optimise_ifs(Shader& shader, const OptimiseIfsOptions& options) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= change_ifs(function, options);
    }
    return changed;
}

} // namespace jacquard::nir
