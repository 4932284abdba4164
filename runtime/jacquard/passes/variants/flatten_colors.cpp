#include <jacquard/generated/passes/flatten_colors.h>
#include <jacquard/passes/util/color_io.h>
#include <jacquard/passes/util/each.h>

namespace jacquard::nir {

namespace {

bool depends_on_shading(const Shader& shader, const IntrinsicInstruction& load) {
    const auto number = static_cast<std::size_t>(load.base());
    return number < shader.info.inputs.size() && is_color(shader.info.inputs[number]) &&
           shader.info.inputs[number].interpolation == Interpolation::none;
}

} // namespace

bool flatten_colors(Shader& shader) {
    if (shader.info.stage != Stage::fragment) {
        return false;
    }
    const bool changed =
        change_instructions<IntrinsicInstruction>(shader, [&](IntrinsicInstruction& load) {
            if (load.op != IntrinsicOp::load_interpolated_input ||
                !depends_on_shading(shader, load)) {
                return false;
            }
            CoreBuilder b(shader, Cursor::before_instruction(&load));
            b.origin = load.origin;
            IntrinsicInstruction* flat =
                b.load_input(load.value.num_components, load.value.bit_size, load.sources()[1].ssa);
            flat->set_base(load.base());
            flat->set_component(load.component());
            flat->set_dest_type(load.dest_type());
            flat->set_io_semantics(load.io_semantics());
            load.value.rewrite_uses(&flat->value);
            load.remove();
            return true;
        });
    for (IoSlot& slot : shader.info.inputs) {
        if (changed && is_color(slot) && slot.interpolation == Interpolation::none) {
            slot.interpolation = Interpolation::flat;
        }
    }
    return changed;
}

} // namespace jacquard::nir
