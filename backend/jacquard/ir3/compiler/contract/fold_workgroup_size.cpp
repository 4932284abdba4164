// Knows the size of workgroups.
//
// Before: any shader. After: where it fixes the size of its workgroups, no instruction asks for it,
// nor where an invocation is along an axis of one.

#include <jacquard/ir3/compiler/contract/fold_workgroup_size.h>
#include <jacquard/nir/build/core_builder.h>

#include <algorithm>
#include <vector>

namespace jacquard::ir3 {

std::optional<std::array<std::uint32_t, 3>> fixed_workgroup_size(const nir::Shader& shader) {
    std::array<std::uint32_t, 3> size{1, 1, 1};
    bool is_fixed = false;
    for (std::size_t axis = 0; axis < size.size(); ++axis) {
        const nir::ShaderProperty* property = shader.info.property(kWorkgroupSizes[axis]);
        if (property != nullptr && !property->values.empty()) {
            size[axis] = property->values[0];
            is_fixed = true;
        }
    }
    return is_fixed ? std::optional(size) : std::nullopt;
}

namespace {

using Size = std::array<std::uint32_t, 3>;

void put_size(nir::Shader& shader, nir::IntrinsicInstruction& load, const Size& size) {
    nir::CoreBuilder b(shader, nir::Cursor::before_instruction(&load));
    std::array<nir::Operand, 3> axes{};
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        axes[axis] = b.imm_int(static_cast<std::int64_t>(size[axis]));
    }
    load.value.rewrite_uses(b.vec(axes));
    load.remove();
}

// An invocation is the first one along an axis that has no other.
bool put_first(nir::Shader& shader, nir::IntrinsicInstruction& load, const Size& size) {
    if (std::find(size.begin(), size.end(), 1U) == size.end()) {
        return false;
    }
    nir::CoreBuilder b(shader, nir::Cursor::before_instruction(&load));
    nir::IntrinsicInstruction* rest = b.load_local_invocation_id();
    std::array<nir::Operand, 3> axes{};
    for (unsigned axis = 0; axis < axes.size(); ++axis) {
        axes[axis] =
            size[axis] == 1 ? nir::Operand(b.imm_int(0)) : nir::channel(&rest->value, axis);
    }
    load.value.rewrite_uses(b.vec(axes));
    load.remove();
    return true;
}

} // namespace

bool fold_workgroup_size(nir::Shader& shader) {
    const auto size = fixed_workgroup_size(shader);
    if (!size || (!shader.may_have(nir::IntrinsicOp::load_workgroup_size) &&
                  !shader.may_have(nir::IntrinsicOp::load_local_invocation_id))) {
        return false;
    }
    std::vector<nir::IntrinsicInstruction*> loads;
    for (nir::Function& function : shader.functions()) {
        for (nir::Block& block : function.blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                auto* load = instruction.as<nir::IntrinsicInstruction>();
                if (load != nullptr && load->info().has_dest && load->value.bit_size == 32 &&
                    (load->op == nir::IntrinsicOp::load_workgroup_size ||
                     load->op == nir::IntrinsicOp::load_local_invocation_id)) {
                    loads.push_back(load);
                }
            }
        }
    }
    bool changed = false;
    for (nir::IntrinsicInstruction* load : loads) {
        if (load->op == nir::IntrinsicOp::load_workgroup_size) {
            put_size(shader, *load, *size);
            changed = true;
        } else {
            changed |= put_first(shader, *load, *size);
        }
    }
    return changed;
}

} // namespace jacquard::ir3
