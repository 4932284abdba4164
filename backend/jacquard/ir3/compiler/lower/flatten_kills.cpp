// Kills lanes in front of an if rather than inside of it.
//
// Before: links are right. After: no kill that an if alone decides stands at the beginning of one
// of its sides; in front of the if stands one with a condition. What else the lanes would have done
// nobody sees, and they stay for their neighbours either way: a kill behind something that others
// do see, such as a store to a buffer or a vote, stays behind it.

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/lower/flatten_kills.h>
#include <jacquard/nir/build/core_builder.h>

#include <optional>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;

// Returns the intrinsic that does the same under a condition.
std::optional<IntrinsicOp> conditional(IntrinsicOp op) {
    switch (op) {
    case IntrinsicOp::terminate:
    case IntrinsicOp::terminate_if: return IntrinsicOp::terminate_if;
    case IntrinsicOp::demote:
    case IntrinsicOp::demote_if: return IntrinsicOp::demote_if;
    default: return std::nullopt;
    }
}

bool is_own_variable(const IntrinsicInstruction& access) {
    constexpr nir::VariableMode kOwn =
        nir::VariableMode::function_temp | nir::VariableMode::shader_temp;
    const std::int8_t source = nir::variable_access(access.op)->deref_source;
    const auto* deref = source < 0 ? nullptr
                                   : access.sources()[static_cast<std::size_t>(source)]
                                         .ssa->instruction->as<nir::DerefInstruction>();
    return deref != nullptr && (deref->modes & kOwn) == deref->modes;
}

// Whether what a lane does there differs for others, or for itself, when it has left before.
bool is_seen(const nir::Instruction& instruction) {
    const auto* intrinsic = instruction.as<IntrinsicInstruction>();
    if (intrinsic == nullptr || conditional(intrinsic->op)) {
        return false;
    }
    switch (nir::behaviour_kind(intrinsic->op)) {
    case nir::BehaviourKind::memory:
        return !intrinsic->info().can_eliminate &&
               nir::memory_access(intrinsic->op)->info().shared_by != nir::SharedBy::invocation;
    case nir::BehaviourKind::variable:
        return !intrinsic->info().can_eliminate && !is_own_variable(*intrinsic);
    case nir::BehaviourKind::image: return !intrinsic->info().can_eliminate;
    case nir::BehaviourKind::system_value:
    case nir::BehaviourKind::provided: return !intrinsic->info().can_reorder;
    case nir::BehaviourKind::register_:
    case nir::BehaviourKind::computes:
    case nir::BehaviourKind::derivative: return false;
    default: return true;
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
            if (is_seen(instruction)) {
                return;
            }
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
    const auto is_kill = [](IntrinsicOp op) { return conditional(op).has_value(); };
    return shader.may_have_intrinsic(is_kill) && Flattening(shader).run();
}

} // namespace jacquard::ir3
