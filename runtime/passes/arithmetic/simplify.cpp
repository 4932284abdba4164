#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/passes/rewrite/rewriter.h>
#include <jacquard/passes/simplify.h>
#include <jacquard/passes/steps/available.h>
#include <jacquard/passes/steps/constants.h>
#include <jacquard/passes/steps/copies.h>
#include <jacquard/passes/steps/effects.h>

namespace jacquard::nir {
namespace {

// What is rewritten behind the walk may be equal to something else; that hardly ever happens twice.
constexpr unsigned kMaxWalks = 4;

class Simplifier {
  public:
    explicit Simplifier(Shader& shader)
        : shader_(shader), visited_(shader.next_ssa_index),
          rewriter_(shader, rule_group(RuleGroupId::algebraic), {}, visited_) {}

    bool run(Function& function) {
        unsigned walks = 0;
        do {
            walk(function);
        } while (rewriter_.visit_again() && ++walks < kMaxWalks);
        return changed_ || rewriter_.has_changed();
    }

  private:
    void walk(Function& function) {
        AvailableInstructions available(visited_);
        for_each_reached_block(function, [&](Block& block) {
            available.enter(block);
            rewriter_.walk(block.first, nullptr, [&](Instruction& at) { visit(at, available); });
            if (IfNode* branch = block.next != nullptr ? block.next->as<IfNode>() : nullptr) {
                SsaDef* before = branch->condition.ssa;
                note(before, read_through_copies(branch->condition));
            }
        });
    }

    void visit(Instruction& instruction, AvailableInstructions& available) {
        if (is_unused(instruction)) {
            changed_ = true;
            rewriter_.take_out(instruction);
            return;
        }
        read_originals(instruction);
        if (instruction.block == nullptr) {
            return; // only a loop read it, for something that nobody reads
        }
        if (auto* alu = instruction.as<AluInstruction>()) {
            if (ConstantInstruction* constant = folded(shader_, *alu)) {
                rewriter_.replace(*alu, *constant);
                return;
            }
        }
        if (!rewriter_.visit(instruction) && available.merge(instruction)) {
            changed_ = true;
            rewriter_.take_out(instruction);
        }
    }

    void read_originals(Instruction& instruction) {
        if (auto* alu = instruction.as<AluInstruction>()) {
            for (unsigned i = 0; i < alu->num_sources && alu->block != nullptr; ++i) {
                SsaDef* before = alu->first_source[i].ssa;
                note(before, read_through_copies(*alu, i));
            }
            return;
        }
        instruction.for_each_source([&](Source& source) {
            SsaDef* before = source.ssa;
            note(before, before != nullptr && read_through_copies(source));
        });
    }

    void note(SsaDef* before, bool changed) {
        if (changed) {
            changed_ = true;
            rewriter_.lost_use(*before);
        }
    }

    Shader& shader_;
    VisitedInstructions visited_;
    Rewriter rewriter_;
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
