// Knows the size of workgroups.
//
// Before: any shader. After: where it fixes the size of its workgroups, no instruction asks for it.

#include <jacquard/ir3/compiler/contract/fold_workgroup_size.h>
#include <jacquard/nir/build/core_builder.h>

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

bool fold_workgroup_size(nir::Shader& shader) {
    if (!shader.may_have(nir::IntrinsicOp::load_workgroup_size)) {
        return false;
    }
    const auto size = fixed_workgroup_size(shader);
    bool changed = false;
    for (nir::Function& function : shader.functions()) {
        for (nir::Block& block : function.blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                auto* load = instruction.as<nir::IntrinsicInstruction>();
                if (!size || load == nullptr || load->op != nir::IntrinsicOp::load_workgroup_size ||
                    load->value.bit_size != 32) {
                    continue;
                }
                nir::CoreBuilder b(shader, nir::Cursor::before_instruction(load));
                std::array<nir::Operand, 3> axes{};
                for (std::size_t axis = 0; axis < axes.size(); ++axis) {
                    axes[axis] = b.imm_int(static_cast<std::int64_t>((*size)[axis]));
                }
                load->value.rewrite_uses(b.vec(axes));
                load->remove();
                changed = true;
            }
        }
    }
    return changed;
}

} // namespace jacquard::ir3
