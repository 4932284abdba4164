#include <jacquard/generated/passes/keep_loop_exits.h>

#include <set>
#include <vector>

namespace jacquard::nir {

namespace {

// Its result is a truth value, or what integers and masks make of one.
bool passes_truth_on(const AluInstruction& alu) {
    return alu.info().output_type.base != BaseType::float_type;
}

class Marking {
  public:
    bool run(Shader& shader) {
        for (Function& function : shader.functions()) {
            for (Block& block : function.blocks()) {
                if (block.jump() != nullptr) {
                    mark_ifs_around(block);
                }
            }
        }
        return changed_;
    }

  private:
    // All ifs on the way from the loop to its jump decide together.
    void mark_ifs_around(Block& jumping) {
        for (const ControlFlowNode* node = jumping.parent;
             node != nullptr && node->kind != ControlFlowKind::loop; node = node->parent) {
            if (const auto* branch = node->as<IfNode>()) {
                mark(branch->condition.ssa);
            }
        }
    }

    void mark(SsaDef* condition) {
        pending_.push_back(condition);
        while (!pending_.empty()) {
            Instruction& instruction = *pending_.back()->instruction;
            pending_.pop_back();
            if (auto* alu = instruction.as<AluInstruction>()) {
                mark_alu(*alu);
            } else if (auto* phi = instruction.as<PhiInstruction>()) {
                mark_phi(*phi);
            }
        }
    }

    void mark_alu(AluInstruction& alu) {
        if (alu.exact || !passes_truth_on(alu)) {
            return;
        }
        alu.exact = true;
        changed_ = true;
        for (AluSource& source : alu.sources()) {
            pending_.push_back(source.ssa);
        }
    }

    // The truth value of an earlier round, or of one of several ways.
    void mark_phi(PhiInstruction& phi) {
        if (!seen_.insert(&phi).second) {
            return;
        }
        for (PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
            pending_.push_back(source->ssa);
        }
    }

    std::set<const PhiInstruction*> seen_;
    std::vector<SsaDef*> pending_;
    bool changed_ = false;
};

} // namespace

bool keep_loop_exits(Shader& shader) {
    return shader.made.has_loops() && Marking().run(shader);
}

} // namespace jacquard::nir
