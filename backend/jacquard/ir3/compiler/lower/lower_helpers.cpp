// Whether invocations are helpers.
//
// Before: any shader. After: nothing asks for that. A register holds whether the invocation was
// demoted where that matters.

#include <jacquard/generated/pipelines/lower_helpers.h>
#include <jacquard/nir/build/core_builder.h>

#include <vector>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;
using nir::SsaDef;

class Helpers {
  public:
    explicit Helpers(nir::Shader& shader) : shader_(shader) {}

    bool run() {
        collect();
        if (questions_.empty()) {
            return false;
        }
        if (asks_for_demotion_ && !demotions_.empty()) {
            nir::CoreBuilder b(shader_, nir::Cursor::after_phis(shader_.entry->first_block()));
            demoted_ = b.decl_register(1, 1, 0);
            keep(b, b.imm_bool(false));
            for (IntrinsicInstruction* demotion : demotions_) {
                note(*demotion);
            }
        }
        for (IntrinsicInstruction* question : questions_) {
            answer(*question);
        }
        return true;
    }

  private:
    void collect() {
        for (nir::Block& block : shader_.entry->blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                auto* intrinsic = instruction.as<IntrinsicInstruction>();
                if (intrinsic == nullptr) {
                    continue;
                }
                switch (intrinsic->op) {
                case IntrinsicOp::is_helper_invocation:
                    asks_for_demotion_ = true;
                    questions_.push_back(intrinsic);
                    break;
                case IntrinsicOp::load_helper_invocation: questions_.push_back(intrinsic); break;
                case IntrinsicOp::demote:
                case IntrinsicOp::demote_if: demotions_.push_back(intrinsic); break;
                default: break;
                }
            }
        }
    }

    void keep(nir::CoreBuilder& b, SsaDef* value) {
        b.store_reg(value, demoted_)->set_write_mask(1);
    }

    void note(IntrinsicInstruction& demotion) {
        nir::CoreBuilder b(shader_, nir::Cursor::before_instruction(&demotion));
        if (demotion.op == IntrinsicOp::demote) {
            keep(b, b.imm_bool(true));
            return;
        }
        SsaDef* before = &b.load_reg(1, 1, demoted_)->value;
        keep(b, b.ior(before, demotion.sources()[0].ssa));
    }

    void answer(IntrinsicInstruction& question) {
        nir::CoreBuilder b(shader_, nir::Cursor::before_instruction(&question));
        SsaDef* sample = &b.load_sample_id()->value;
        SsaDef* own = b.ishl(b.imm_int(1), sample);
        SsaDef* covered = b.iand(&b.load_sample_mask_in()->value, own);
        SsaDef* is_helper = b.ieq(covered, b.imm_int(0));
        const bool counts_demotions = question.op == IntrinsicOp::is_helper_invocation;
        if (counts_demotions && demoted_ != nullptr) {
            is_helper = b.ior(is_helper, &b.load_reg(1, 1, demoted_)->value);
        }
        if (question.value.bit_size != 1) {
            is_helper = b.b2i32(is_helper);
            is_helper = counts_demotions ? b.ineg(is_helper) : is_helper;
        }
        question.value.rewrite_uses(is_helper);
        question.remove();
    }

    nir::Shader& shader_;
    std::vector<IntrinsicInstruction*> questions_;
    std::vector<IntrinsicInstruction*> demotions_;
    bool asks_for_demotion_ = false;
    SsaDef* demoted_ = nullptr; // null: nothing demotes
};

} // namespace

bool lower_helpers(nir::Shader& shader) {
    const bool may_ask = shader.may_have(IntrinsicOp::is_helper_invocation) ||
                         shader.may_have(IntrinsicOp::load_helper_invocation);
    return may_ask && Helpers(shader).run();
}

} // namespace jacquard::ir3
