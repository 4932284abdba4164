#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/lower_phis_to_scalar.h>
#include <jacquard/passes/steps/each.h>

#include <array>

namespace jacquard::nir {
namespace {

void split(Shader& shader, PhiInstruction& phi) {
    const unsigned count = phi.value.num_components;
    std::array<Operand, kMaxComponents> components;
    for (unsigned c = 0; c < count; ++c) {
        PhiInstruction* scalar = shader.make_phi(1, phi.value.bit_size);
        for (PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
            CoreBuilder b(shader, Cursor::before_jump(source->predecessor));
            shader.add_phi_source(scalar, source->predecessor, b.mov(channel(source->ssa, c)));
        }
        phi.block->insert_before(&phi, scalar);
        components[c] = &scalar->value;
    }
    CoreBuilder b(shader, Cursor::after_phis(phi.block));
    phi.value.rewrite_uses(b.vec(std::span<const Operand>(components.data(), count)));
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
