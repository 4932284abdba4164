#include <jacquard/generated/passes/interpolate_at_samples.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

namespace jacquard::nir {

bool interpolate_at_samples(Shader& shader) {
    bool changed = change_instructions<IntrinsicInstruction>(shader, [&](IntrinsicInstruction& at) {
        if (at.op != IntrinsicOp::load_barycentric_pixel &&
            at.op != IntrinsicOp::load_barycentric_centroid) {
            return false;
        }
        CoreBuilder b(shader, Cursor::before_instruction(&at));
        b.origin = at.origin;
        IntrinsicInstruction* sample = b.load_barycentric_sample(at.value.bit_size);
        sample->set_interp_mode(at.interp_mode());
        at.value.rewrite_uses(&sample->value);
        at.remove();
        return true;
    });
    if (changed) {
        for (IoSlot& slot : shader.info.inputs) {
            if (slot.interpolation != Interpolation::flat) {
                slot.location = InterpolationLocation::sample;
            }
        }
    }
    return changed;
}

} // namespace jacquard::nir
