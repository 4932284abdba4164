#include <jacquard/generated/passes/encode_srgb.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/passes/util/color_io.h>

namespace jacquard::nir {

namespace {

// IEC 61966-2-1: a line near black, a power beyond it. What is no colour is clamped first.
SsaDef* encoded(Builder& b, const Operand& linear) {
    const unsigned bits = linear.value->bit_size;
    const auto number = [&b, bits](double value) { return b.imm_float(value, bits); };
    SsaDef* value = b.fsat(linear);
    SsaDef* line = b.fmul(value, number(12.92));
    SsaDef* power = b.fpow(value, number(1.0 / 2.4));
    SsaDef* scaled = b.fmul(power, number(1.055));
    SsaDef* curve = b.fadd(scaled, number(-0.055));
    SsaDef* is_dark = b.flt(value, number(0.0031308));
    return b.bcsel(is_dark, line, curve);
}

bool is_of(std::uint32_t targets, std::uint32_t target) {
    return target < 32 && (targets >> target & 1) != 0;
}

// Returns whether the target is one of them that only the program knows.
SsaDef* is_encoded(Builder& b, SsaDef* distance, std::uint32_t first, std::uint32_t targets) {
    SsaDef* target = b.iadd(distance, b.imm_int(first));
    SsaDef* shifted = b.ushr(b.imm_int(targets), target);
    SsaDef* bit = b.iand(shifted, b.imm_int(1));
    return b.ine(bit, b.imm_int(0));
}

} // namespace

bool encode_srgb(Shader& shader, const EncodeSrgbOptions& options) {
    if (options.targets == 0 || shader.info.stage != Stage::fragment) {
        return false;
    }
    return change_color_stores(shader, [&](IntrinsicInstruction& store, const IoSlot& slot) {
        const bool is_known = known_distance(store.sources()[1]).has_value();
        if (is_known && !is_of(options.targets, slot.semantic_index)) {
            return false;
        }
        SsaDef* condition = nullptr;
        if (!is_known) {
            Builder b(shader, Cursor::before_instruction(&store));
            condition = is_encoded(b, store.sources()[1].ssa, slot.semantic_index, options.targets);
        }
        change_stored(shader, store, [&](CoreBuilder& at, const Operand& value, unsigned number) {
            if (number == kAlpha) {
                return value;
            }
            Builder b(at);
            SsaDef* made = encoded(b, value);
            return Operand(condition != nullptr ? b.bcsel(condition, made, value) : made);
        });
        return true;
    });
}

} // namespace jacquard::nir
