#include <jacquard/generated/passes/lower_phis_to_scalar.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/build/operand_list.h>
#include <jacquard/passes/util/each.h>

namespace jacquard::nir {
namespace {

void split(Shader& shader, PhiInstruction& phi) {
    const unsigned count = phi.value.num_components;
    OperandList components;
    for (unsigned c = 0; c < count; ++c) {
        PhiInstruction* scalar = shader.make_phi(1, phi.value.bit_size);
        for (PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
            CoreBuilder b(shader, Cursor::before_jump(source->predecessor));
            shader.add_phi_source(scalar, source->predecessor, b.mov(channel(source->ssa, c)));
        }
        phi.block->insert_before(&phi, scalar);
        components.add(&scalar->value);
    }
    CoreBuilder b(shader, Cursor::after_phis(phi.block));
    phi.value.rewrite_uses(b.vec(components.all()));
    phi.remove();
}

} // namespace

bool lower_phis_to_scalar(Shader& shader) {
    return change_instructions<PhiInstruction>(shader, [&](PhiInstruction& phi) {
        if (phi.value.num_components == 1) {
            return false;
        }
        split(shader, phi);
        return true;
    });
}

} // namespace jacquard::nir
