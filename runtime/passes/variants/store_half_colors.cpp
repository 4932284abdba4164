#include <jacquard/nir/build/builder.h>
#include <jacquard/passes/steps/color_io.h>
#include <jacquard/passes/store_half_colors.h>

namespace jacquard::nir {

bool store_half_colors(Shader& shader) {
    if (shader.info.stage != Stage::fragment) {
        return false;
    }
    return change_color_stores(shader, [&shader](IntrinsicInstruction& store, const IoSlot&) {
        if (store.sources()[0].ssa->bit_size != 32) {
            return false;
        }
        Builder b(shader, Cursor::before_instruction(&store));
        b.origin = store.origin;
        store.sources()[0].set(b.f2f16(store.sources()[0].ssa));
        store.set_src_type({BaseType::float_type, 16});
        return true;
    });
}

} // namespace jacquard::nir
