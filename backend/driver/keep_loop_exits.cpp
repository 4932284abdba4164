#include <jacquard/driver/keep_loop_exits.h>

#include <vector>

namespace jacquard::driver {

namespace {

using nir::AluInstruction;

bool leaves_loop(const nir::ControlFlowList& side) {
    const nir::JumpInstruction* jump = side.last_block()->jump();
    return jump != nullptr && jump->jump == nir::JumpKind::break_loop;
}

// Its result is a truth value, or what integers and masks make of one.
bool passes_truth_on(const AluInstruction& alu) {
    return alu.info().output_type.base != nir::BaseType::float_type;
}

class Marking {
  public:
    bool run(nir::Shader& shader) {
        for (nir::Function& function : shader.functions()) {
            for (nir::Block& block : function.blocks()) {
                auto* branch = block.next != nullptr ? block.next->as<nir::IfNode>() : nullptr;
                if (branch != nullptr &&
                    (leaves_loop(branch->then_list) || leaves_loop(branch->else_list))) {
                    mark(branch->condition.ssa);
                }
            }
        }
        return changed_;
    }

  private:
    void mark(nir::SsaDef* condition) {
        pending_.push_back(condition);
        while (!pending_.empty()) {
            auto* alu = pending_.back()->instruction->as<AluInstruction>();
            pending_.pop_back();
            if (alu == nullptr || alu->exact || !passes_truth_on(*alu)) {
                continue;
            }
            alu->exact = true;
            changed_ = true;
            for (nir::AluSource& source : alu->sources()) {
                pending_.push_back(source.ssa);
            }
        }
    }

    std::vector<nir::SsaDef*> pending_;
    bool changed_ = false;
};

} // namespace

bool keep_loop_exits(nir::Shader& shader) {
    return Marking().run(shader);
}

} // namespace jacquard::driver
