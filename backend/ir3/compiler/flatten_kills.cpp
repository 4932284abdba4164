// Kills lanes in front of an if rather than inside of it.
//
// Before: links are right. After: no kill that an if alone decides stands at the beginning of one
// of its sides; in front of the if stands one with a condition. What else the lanes would have done
// nobody sees, and they stay for their neighbours either way.

#include <jacquard/ir3/compiler/flatten_kills.h>
#include <jacquard/nir/build/core_builder.h>

#include <optional>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;

// What does the same under a condition.
std::optional<IntrinsicOp> conditional(IntrinsicOp op) {
    switch (op) {
    case IntrinsicOp::terminate:
    case IntrinsicOp::terminate_if: return IntrinsicOp::terminate_if;
    case IntrinsicOp::demote:
    case IntrinsicOp::demote_if: return IntrinsicOp::demote_if;
    default: return std::nullopt;
    }
}

class Flattening {
  public:
    explicit Flattening(nir::Shader& shader) : shader_(shader) {}

    bool run() {
        if (shader_.entry == nullptr) {
            return false;
        }
        for (nir::Block& block : shader_.entry->blocks()) {
            auto* branch = block.next != nullptr ? block.next->as<nir::IfNode>() : nullptr;
            if (branch != nullptr) {
                move_kills(block, *branch, *branch->then_list.first_block(), true);
                move_kills(block, *branch, *branch->else_list.first_block(), false);
            }
        }
        return changed_;
    }

  private:
    void move_kills(nir::Block& before, const nir::IfNode& branch, nir::Block& side, bool taken) {
        for (nir::Instruction& instruction : side.instructions()) {
            auto* kill = instruction.as<IntrinsicInstruction>();
            if (kill == nullptr || !conditional(kill->op)) {
                continue;
            }
            nir::SsaDef* own = kill->sources().empty() ? nullptr : kill->sources()[0].ssa;
            if (own != nullptr && own->instruction->block == &side) {
                continue;
            }
            nir::CoreBuilder b(shader_, nir::Cursor::before_jump(&before));
            nir::SsaDef* condition = taken ? branch.condition.ssa : b.inot(branch.condition.ssa);
            if (own != nullptr) {
                condition = b.iand(condition, own);
            }
            b.intrinsic(*conditional(kill->op), 0, 0, std::span(&condition, 1));
            kill->remove();
            changed_ = true;
        }
    }

    nir::Shader& shader_;
    bool changed_ = false;
};

} // namespace

bool flatten_kills(nir::Shader& shader) {
    return Flattening(shader).run();
}

} // namespace jacquard::ir3
