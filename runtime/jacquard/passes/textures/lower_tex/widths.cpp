// The widths of the sources of a lookup.
#include <jacquard/passes/textures/lower_tex/steps.h>

namespace jacquard::nir::texture_lowering {

bool widen_sources(Lowering& lowering, TextureInstruction& texture) {
    if (!lowering.options.lower_source_widths) {
        return false;
    }
    bool changed = false;
    for (unsigned i = 0; i < texture.num_sources; ++i) {
        TextureSource& source = texture.first_source[i];
        const BaseType base = texture.source_type(i).base;
        const bool names_something = base == BaseType::uint_type; // a dereference or a handle
        if (source.ssa->bit_size == 32 || names_something) {
            continue;
        }
        CoreBuilder b = builder_before(lowering, texture);
        source.set(base == BaseType::float_type ? b.f2f32(source.ssa) : b.i2i32(source.ssa));
        changed = true;
    }
    return changed;
}

} // namespace jacquard::nir::texture_lowering
