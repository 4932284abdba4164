#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/contract/among_lanes.h>

namespace jacquard::ir3 {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;

namespace {

bool is_system_value(IntrinsicOp op) {
    switch (op) {
    case IntrinsicOp::load_subgroup_invocation:
    case IntrinsicOp::load_subgroup_id:
    case IntrinsicOp::load_num_subgroups:
    case IntrinsicOp::load_subgroup_eq_mask:
    case IntrinsicOp::load_subgroup_ge_mask:
    case IntrinsicOp::load_subgroup_gt_mask:
    case IntrinsicOp::load_subgroup_le_mask:
    case IntrinsicOp::load_subgroup_lt_mask: return true;
    default: return false;
    }
}

} // namespace

bool is_among_lanes(nir::IntrinsicOp op) {
    return nir::lane_vote(op) != nullptr || nir::lane_ballot(op) != nullptr ||
           nir::mask_question(op) != nullptr || nir::lane_exchange(op) != nullptr ||
           nir::lane_combination(op) != nullptr || op == IntrinsicOp::elect ||
           op == IntrinsicOp::first_invocation || op == IntrinsicOp::last_invocation ||
           is_system_value(op);
}

bool has_operations_among_lanes(const nir::Function& function) {
    if (!function.shader->may_have_intrinsic(is_among_lanes)) {
        return false;
    }
    for (const nir::Block& block : function.blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const auto* op = instruction.as<IntrinsicInstruction>();
            if (op != nullptr && is_among_lanes(op->op)) {
                return true;
            }
        }
    }
    return false;
}

} // namespace jacquard::ir3
