#include <jacquard/driver/keep_loop_exits.h>

#include <set>
#include <vector>

namespace jacquard::driver {

namespace {

using nir::AluInstruction;

// Its result is a truth value, or what integers and masks make of one.
bool passes_truth_on(const AluInstruction& alu) {
    return alu.info().output_type.base != nir::BaseType::float_type;
}

class Marking {
  public:
    bool run(nir::Shader& shader) {
        for (nir::Function& function : shader.functions()) {
            for (nir::Block& block : function.blocks()) {
                if (block.jump() != nullptr) {
                    mark_ifs_around(block);
                }
            }
        }
        return changed_;
    }

  private:
    // All ifs on the way from the loop to its jump decide together.
    void mark_ifs_around(nir::Block& jumping) {
        for (const nir::ControlFlowNode* node = jumping.parent;
             node != nullptr && node->kind != nir::ControlFlowKind::loop; node = node->parent) {
            if (const auto* branch = node->as<nir::IfNode>()) {
                mark(branch->condition.ssa);
            }
        }
    }

    void mark(nir::SsaDef* condition) {
        pending_.push_back(condition);
        while (!pending_.empty()) {
            nir::Instruction& instruction = *pending_.back()->instruction;
            pending_.pop_back();
            if (auto* alu = instruction.as<AluInstruction>()) {
                mark_alu(*alu);
            } else if (auto* phi = instruction.as<nir::PhiInstruction>()) {
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
        for (nir::AluSource& source : alu.sources()) {
            pending_.push_back(source.ssa);
        }
    }

    // The truth value of an earlier round, or of one of several ways.
    void mark_phi(nir::PhiInstruction& phi) {
        if (!seen_.insert(&phi).second) {
            return;
        }
        for (nir::PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
            pending_.push_back(source->ssa);
        }
    }

    std::set<const nir::PhiInstruction*> seen_;
    std::vector<nir::SsaDef*> pending_;
    bool changed_ = false;
};

} // namespace

bool keep_loop_exits(nir::Shader& shader) {
    return Marking().run(shader);
}

} // namespace jacquard::driver
