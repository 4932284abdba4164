#include <jacquard/generated/passes/clamp_colors.h>
#include <jacquard/passes/util/color_io.h>

namespace jacquard::nir {

bool clamp_colors(Shader& shader) {
    return change_color_stores(shader, [&shader](IntrinsicInstruction& store, const IoSlot&) {
        CoreBuilder b(shader, Cursor::before_instruction(&store));
        b.origin = store.origin;
        store.sources()[0].set(b.fsat(store.sources()[0].ssa));
        return true;
    });
}

} // namespace jacquard::nir
