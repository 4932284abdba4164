// The results of a lookup: packed texels, colours that are not linear, and gathers in another
// order.
#include <jacquard/nir/build/builder.h>
#include <jacquard/passes/textures/lower_tex/steps.h>

#include <array>

namespace jacquard::nir::texture_lowering {

namespace {

constexpr unsigned kAlpha = 3;

bool gives_texels(const TextureInstruction& texture) {
    return texture_op_info(texture.op).result == TextureResult::sampled ||
           texture.op == TextureOp::tg4;
}

// The curve of IEC 61966-2-1.
SsaDef* linear(const CoreBuilder& at, const Operand& color) {
    Builder b(at);
    const unsigned bits = color.value->bit_size;
    const auto number = [&](double value) { return b.imm_float(value, bits); };
    SsaDef* low = b.fmul(color, number(1.0 / 12.92));
    SsaDef* scale = number(1.0 / 1.055);
    SsaDef* base = b.fmul(b.fadd(color, number(0.055)), scale);
    SsaDef* high = b.fpow(base, number(2.4));
    return b.bcsel(b.fge(number(0.04045), color), low, high);
}

SsaDef* unpack_halves(const CoreBuilder& at, BaseType type, SsaDef* words) {
    Builder b(at);
    const Operand first = channel(words, 0);
    const Operand second = channel(words, words->num_components > 1 ? 1 : 0);
    if (type == BaseType::float_type) {
        SsaDef* xy = b.unpack_half_2x16(first);
        SsaDef* zw = b.unpack_half_2x16(second);
        return b.vec({channel(xy, 0), channel(xy, 1), channel(zw, 0), channel(zw, 1)});
    }
    const auto half = [&](const Operand& word, int which) {
        SsaDef* part = b.imm_int(which);
        return type == BaseType::int_type ? b.extract_i16(word, part) : b.extract_u16(word, part);
    };
    return b.vec({half(first, 0), half(first, 1), half(second, 0), half(second, 1)});
}

} // namespace

bool lower_packing(Lowering& lowering, TextureInstruction& texture) {
    const LowerTexOptions& options = lowering.options;
    if (!gives_texels(texture) || texture.value.bit_size != 32) {
        return false;
    }
    const TexturePacking packing = options.lower_tex_packing != nullptr
                                       ? options.lower_tex_packing(texture, options.callback_data)
                                       : options.packing;
    if (packing == TexturePacking::none) {
        return false;
    }
    const BaseType type = texture.dest_type.base;
    texture.dest_type = {BaseType::uint_type, 32};
    replace_result(lowering, texture, [&](CoreBuilder& at, SsaDef* words) {
        Builder b(at);
        SsaDef* color = packing == TexturePacking::bytes ? b.unpack_unorm_4x8(channel(words, 0))
                                                         : unpack_halves(b, type, words);
        Operand wanted(color);
        wanted.num_components = static_cast<std::uint8_t>(texture.result_size());
        return with_residency(b, texture, wanted);
    });
    return true;
}

bool lower_gather_swizzle(Lowering& lowering, TextureInstruction& texture) {
    if (!lowering.options.lower_tg4_broadcom_swizzle || texture.op != TextureOp::tg4) {
        return false;
    }
    replace_result(lowering, texture, [&](CoreBuilder& b, SsaDef* texels) {
        return with_residency(b, texture, swizzle(texels, {2, 3, 1, 0}));
    });
    return true;
}

bool lower_srgb(Lowering& lowering, TextureInstruction& texture) {
    // A plane of a picture is no colour yet.
    if (!is_in_mask(lowering.options.lower_srgb, texture_number(texture)) ||
        !gives_texels(texture) || texture.is_shadow ||
        texture.dest_type.base != BaseType::float_type || texture.pass_flags == kIsPlane) {
        return false;
    }
    if (texture.op == TextureOp::tg4 && texture.component == kAlpha) {
        return false;
    }
    replace_result(lowering, texture, [&](CoreBuilder& b, SsaDef* color) {
        const auto read = Operand(color);
        if (texture.op == TextureOp::tg4) {
            return with_residency(b, texture, linear(b, swizzle(read, {0, 1, 2, 3})));
        }
        SsaDef* rgb = linear(b, swizzle(read, {0, 1, 2}));
        return with_residency(
            b, texture,
            b.vec({channel(rgb, 0), channel(rgb, 1), channel(rgb, 2), channel(read, kAlpha)}));
    });
    return true;
}

} // namespace jacquard::nir::texture_lowering
