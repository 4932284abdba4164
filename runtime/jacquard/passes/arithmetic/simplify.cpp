#include <jacquard/generated/passes/simplify.h>
#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/passes/rewrite/rewriter.h>
#include <jacquard/passes/util/available.h>
#include <jacquard/passes/util/constants.h>
#include <jacquard/passes/util/copies.h>
#include <jacquard/passes/util/memory/effects.h>

#include <utility>
#include <vector>

namespace jacquard::nir {
namespace {

// An instruction rewritten after the walk passed it may now equal another; that hardly ever happens
// twice.
constexpr unsigned kMaxWalks = 4;

// The loop whose header the block is.
const LoopNode* loop_begun_by(const Block& block) {
    return block.previous == nullptr ? block.parent->as<LoopNode>() : nullptr;
}

class Simplifier {
  public:
    explicit Simplifier(Shader& shader)
        : shader_(shader), rewriter_(shader, rule_group(RuleGroupId::algebraic), {}),
          available_(shader.info.source_context) {}

    bool run(Function& function) {
        rewriter_.begin(function);
        unsigned walks = 0;
        bool again = false;
        do {
            if (walks != 0) {
                clear_available(function);
            }
            walk(function);
            again = rewriter_.visit_again();
            again |= see_phis_again();
        } while (again && ++walks < kMaxWalks);
        return changed_ || rewriter_.has_changed();
    }

  private:
    void walk(Function& function) {
        available_.clear();
        loops_.clear();
        for_each_reached_block(function, [&](Block& block) {
            const LoopNode* loop = loop_begun_by(block);
            if (loop != nullptr && block.first != nullptr &&
                block.first->kind == InstructionKind::phi) {
                loops_.push_back(loop);
            }
            rewriter_.walk(block.first, nullptr, [&](Instruction& at) { visit(at); });
            if (IfNode* branch = block.next != nullptr ? block.next->as<IfNode>() : nullptr) {
                read_original(branch->condition);
            }
        });
    }

    // When the phis of a loop header were visited, the values from the back edge were not yet
    // simplified. Returns true if a second look changes something.
    bool see_phis_again() {
        const bool changed_before = std::exchange(changed_, false);
        for (const LoopNode* loop : loops_) {
            available_.clear();
            rewriter_.walk(loop->header()->first, loop->header()->first_after_phis(),
                           [&](Instruction& at) {
                               if (at.kind == InstructionKind::phi) {
                                   visit(at);
                               }
                           });
        }
        return std::exchange(changed_, changed_ || changed_before);
    }

    void visit(Instruction& instruction) {
        switch (instruction.kind) {
        case InstructionKind::alu: visit_alu(static_cast<AluInstruction&>(instruction)); break;
        case InstructionKind::constant:
            visit_constant(static_cast<ConstantInstruction&>(instruction));
            break;
        default: visit_other(instruction);
        }
    }

    void visit_alu(AluInstruction& alu) {
        if (!alu.value.has_uses()) {
            take_out(alu);
            return;
        }
        Rewriter::Sources read = rewriter_.sources_of(alu);
        if ((read.some & note::kIsCopy) != 0) {
            if (!read_originals(alu)) {
                return; // only a loop read it, for something that nobody reads
            }
            read = rewriter_.sources_of(alu);
        }
        if (read.are_constants()) {
            if (ConstantInstruction* constant = folded(shader_, alu)) {
                rewriter_.replace(alu, *constant);
                return;
            }
        }
        if (alu.info().is_copy) {
            alu.index |= note::kIsCopy;
        }
        if (!rewriter_.visit(alu, read) && available_.merge(alu, read.some)) {
            take_out(alu);
        }
    }

    void visit_constant(ConstantInstruction& constant) {
        if (!constant.value.has_uses()) {
            take_out(constant);
        } else if (!available_.merge(constant)) {
            rewriter_.visit(constant);
        } else {
            take_out(constant);
        }
    }

    void visit_other(Instruction& instruction) {
        if (is_unused(instruction)) {
            take_out(instruction);
            return;
        }
        instruction.for_each_source([this](Source& source) { read_original(source); });
        if (instruction.block != nullptr) { // or only a loop read it, for something unread
            merge(instruction);
        }
    }

    void merge(Instruction& instruction) {
        if (available_.merge(instruction)) {
            take_out(instruction);
        }
    }

    void take_out(Instruction& instruction) {
        changed_ = true;
        rewriter_.take_out(instruction);
    }

    // False when the instruction is gone then.
    bool read_originals(AluInstruction& alu) {
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            SsaDef* value = alu.first_source[i].ssa;
            if (is_copy(*value)) {
                note_read(value, read_through_copies(alu, i));
                if (alu.block == nullptr) {
                    return false;
                }
            }
        }
        return true;
    }

    void read_original(Source& source) {
        SsaDef* before = source.ssa;
        if (before != nullptr && is_copy(*before)) {
            note_read(before, read_through_copies(source));
        }
    }

    void note_read(SsaDef* before, bool changed) {
        if (changed) {
            changed_ = true;
            rewriter_.lost_use(*before);
        }
    }

    Shader& shader_;
    std::vector<const LoopNode*> loops_; // that begin with phis
    Rewriter rewriter_;
    AvailableInstructions available_;
    bool changed_ = false;
};

} // namespace

bool simplify(Shader& shader) {
    bool changed = false;
    Simplifier simplifier(shader);
    for (Function& function : shader.functions()) {
        changed |= simplifier.run(function);
    }
    return changed;
}

} // namespace jacquard::nir
