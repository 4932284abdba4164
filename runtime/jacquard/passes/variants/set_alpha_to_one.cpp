#include <jacquard/generated/passes/set_alpha_to_one.h>
#include <jacquard/passes/util/color_io.h>

namespace jacquard::nir {

namespace {

bool has_alpha(const IntrinsicInstruction& store) {
    const auto first = static_cast<unsigned>(store.component());
    const unsigned end = first + store.sources()[0].ssa->num_components;
    return first <= kAlpha && end > kAlpha && (store.write_mask() >> (kAlpha - first) & 1) != 0;
}

} // namespace

bool set_alpha_to_one(Shader& shader) {
    if (shader.info.stage != Stage::fragment) {
        return false;
    }
    return change_color_stores(shader, [&shader](IntrinsicInstruction& store, const IoSlot&) {
        if (!has_alpha(store)) {
            return false;
        }
        change_stored(shader, store, [](CoreBuilder& b, const Operand& value, unsigned number) {
            return number == kAlpha ? Operand(b.imm_float(1.0, value.value->bit_size)) : value;
        });
        return true;
    });
}

} // namespace jacquard::nir
