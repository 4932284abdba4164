#include <jacquard/generated/passes/store_half_colors.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/passes/util/color_io.h>

#include <cstdint>
#include <set>

namespace jacquard::nir {

namespace {

// A colour that is also written as another type keeps its width.
std::set<std::int64_t> written_otherwise(Shader& shader) {
    std::set<std::int64_t> found;
    change_instructions<IntrinsicInstruction>(shader, [&found](IntrinsicInstruction& store) {
        if (store.op == IntrinsicOp::store_output &&
            (store.src_type().base != BaseType::float_type ||
             store.sources()[0].ssa->bit_size != 32)) {
            found.insert(store.base());
        }
        return false;
    });
    return found;
}

} // namespace

bool store_half_colors(Shader& shader) {
    if (shader.info.stage != Stage::fragment) {
        return false;
    }
    const std::set<std::int64_t> others = written_otherwise(shader);
    return change_color_stores(shader, [&](IntrinsicInstruction& store, const IoSlot&) {
        if (others.count(store.base()) != 0) {
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
