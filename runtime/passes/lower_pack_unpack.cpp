#include <jacquard/passes/int_widths.h>
#include <jacquard/passes/lower_pack_unpack.h>
#include <jacquard/passes/rewrite_alu.h>

#include <array>

namespace jacquard::nir {

namespace {

using Options = LowerPackUnpackOptions;

// Puts the low `width` bits of words one above the other, the first lowest. Higher bits of all but
// the last must be zero.
SsaDef* join(Builder& b, std::span<SsaDef* const> parts, unsigned width) {
    SsaDef* result = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) {
        SsaDef* shift = b.imm_int(static_cast<std::int64_t>(i * width));
        result = b.ior(result, b.ishl(parts[i], shift));
    }
    return result;
}

// Words of the components of an operand, cut to `width` bits.
SsaDef* join_components(Builder& b, const Operand& x, unsigned width) {
    std::array<SsaDef*, kMaxComponents> parts;
    for (unsigned i = 0; i < x.num_components; ++i) {
        parts[i] = b.iand(channel(x, i), b.imm_bits(mask_of_bits(width), 32));
    }
    return join(b, std::span(parts.data(), x.num_components), width);
}

SsaDef* part(Builder& b, const Operand& word, unsigned i, unsigned width, bool is_signed) {
    const unsigned above = 32 - width * (i + 1);
    SsaDef* top = above != 0 ? b.ishl(word, b.imm_int(above)) : b.whole(word);
    SsaDef* shift = b.imm_int(32 - width);
    return is_signed ? b.ishr(top, shift) : b.ushr(top, shift);
}

double largest_of(unsigned width, bool is_signed) {
    return static_cast<double>(mask_of_bits(width - (is_signed ? 1 : 0)));
}

SsaDef* pack_norm(Builder& b, const Operand& source, unsigned width, bool is_signed) {
    const Operand x = source.value->bit_size == 32 ? source : Operand(b.f2f32(source));
    SsaDef* held = is_signed ? b.fmin(b.fmax(x, b.imm_float(-1.0)), b.imm_float(1.0)) : b.fsat(x);
    SsaDef* scaled = b.fround_even(b.fmul(held, b.imm_float(largest_of(width, is_signed))));
    return join_components(b, is_signed ? b.f2i32(scaled) : b.f2u32(scaled), width);
}

SsaDef* fraction(Builder& b, const Operand& word, unsigned i, unsigned width, bool is_signed) {
    SsaDef* number = part(b, word, i, width, is_signed);
    SsaDef* largest = b.imm_float(largest_of(width, is_signed));
    SsaDef* result = b.fdiv(is_signed ? b.i2f32(number) : b.u2f32(number), largest);
    return is_signed ? b.fmax(result, b.imm_float(-1.0)) : result;
}

// The opcodes of two fractions give the low one alone.
SsaDef* unpack_norm(Builder& b, const Operand& word, unsigned width, bool is_signed) {
    if (width == 16) {
        SsaDef* low = fraction(b, word, 0, width, is_signed);
        return b.vec({low, b.imm_float(0.0)});
    }
    std::array<Operand, 4> all;
    for (unsigned i = 0; i < all.size(); ++i) {
        all[i] = fraction(b, word, i, width, is_signed);
    }
    return b.vec(all);
}

SsaDef* lower_norms(Builder& b, Opcode opcode, const Operand& x) {
    switch (opcode) {
    case Opcode::pack_snorm_2x16: return pack_norm(b, x, 16, true);
    case Opcode::pack_unorm_2x16: return pack_norm(b, x, 16, false);
    case Opcode::pack_snorm_4x8: return pack_norm(b, x, 8, true);
    case Opcode::pack_unorm_4x8: return pack_norm(b, x, 8, false);
    case Opcode::unpack_snorm_2x16: return unpack_norm(b, x, 16, true);
    case Opcode::unpack_unorm_2x16: return unpack_norm(b, x, 16, false);
    case Opcode::unpack_snorm_4x8: return unpack_norm(b, x, 8, true);
    case Opcode::unpack_unorm_4x8: return unpack_norm(b, x, 8, false);
    default: return nullptr;
    }
}

SsaDef* lower_integers(Builder& b, Opcode opcode, const Operand& x) {
    switch (opcode) {
    case Opcode::pack_sint_2x16: {
        SsaDef* from_below = b.imax(x, b.imm_int(-0x8000));
        return join_components(b, b.imin(from_below, b.imm_int(0x7fff)), 16);
    }
    case Opcode::pack_uint_2x16: return join_components(b, b.umin(x, b.imm_int(0xffff)), 16);
    case Opcode::pack_uvec2_to_uint: return join_components(b, x, 16);
    case Opcode::pack_uvec4_to_uint: {
        // Its operands fit, by what the opcode says, and nothing is masked.
        std::array<SsaDef*, 4> parts;
        for (unsigned i = 0; i < parts.size(); ++i) {
            parts[i] = b.whole(channel(x, i));
        }
        return join(b, parts, 8);
    }
    default: return nullptr;
    }
}

SsaDef* narrow_parts(Builder& b, const Operand& word, unsigned width) {
    std::array<Operand, 4> parts;
    const unsigned count = 32 / width;
    for (unsigned i = 0; i < count; ++i) {
        SsaDef* shifted = i == 0 ? b.whole(word) : b.ushr(word, b.imm_int(i * width));
        parts[i] = zero_extend(b, shifted, width);
    }
    return b.vec(std::span<const Operand>(parts.data(), count));
}

SsaDef* join_extended(Builder& b, const AluInstruction& alu, unsigned width) {
    std::array<SsaDef*, 4> parts;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        parts[i] = zero_extend(b, operand_of(alu, i), 32);
    }
    return join(b, std::span(parts.data(), alu.num_sources), width);
}

SsaDef* lower_vectors(Builder& b, Opcode opcode, const Operand& x) {
    const auto each = [&](unsigned i) { return channel(x, i); };
    switch (opcode) {
    case Opcode::pack_64_2x32:
    case Opcode::pack_double_2x32_dxil: return b.pack_64_2x32_split(each(0), each(1));
    case Opcode::pack_64_4x16: {
        SsaDef* low = b.pack_32_2x16_split(each(0), each(1));
        return b.pack_64_2x32_split(low, b.pack_32_2x16_split(each(2), each(3)));
    }
    case Opcode::pack_32_2x16: return b.pack_32_2x16_split(each(0), each(1));
    case Opcode::pack_32_4x8: return b.pack_32_4x8_split(each(0), each(1), each(2), each(3));
    case Opcode::pack_half_2x16: return b.pack_half_2x16_split(each(0), each(1));
    case Opcode::unpack_64_2x32:
    case Opcode::unpack_double_2x32_dxil: {
        SsaDef* low = b.unpack_64_2x32_split_x(x);
        return b.vec({low, b.unpack_64_2x32_split_y(x)});
    }
    case Opcode::unpack_64_4x16: {
        SsaDef* low = narrow_parts(b, b.unpack_64_2x32_split_x(x), 16);
        SsaDef* high = narrow_parts(b, b.unpack_64_2x32_split_y(x), 16);
        return b.vec({channel(low, 0), channel(low, 1), channel(high, 0), channel(high, 1)});
    }
    case Opcode::unpack_32_2x16: {
        SsaDef* low = b.unpack_32_2x16_split_x(x);
        return b.vec({low, b.unpack_32_2x16_split_y(x)});
    }
    case Opcode::unpack_32_4x8: return narrow_parts(b, x, 8);
    case Opcode::unpack_half_2x16: {
        SsaDef* low = b.unpack_half_2x16_split_x(x);
        return b.vec({low, b.unpack_half_2x16_split_y(x)});
    }
    default: return nullptr;
    }
}

SsaDef* upper_half(Builder& b, const Operand& word) {
    return b.u2u16(b.ushr(word, b.imm_int(16)));
}

SsaDef* lower_scalars(Builder& b, const AluInstruction& alu) {
    const Operand x = operand_of(alu, 0);
    switch (alu.opcode) {
    case Opcode::pack_32_2x16_split: return join_extended(b, alu, 16);
    case Opcode::pack_32_4x8_split: return join_extended(b, alu, 8);
    case Opcode::unpack_32_2x16_split_x: return b.u2u16(x);
    case Opcode::unpack_32_2x16_split_y: return upper_half(b, x);
    default: return nullptr;
    }
}

SsaDef* lower_halves(Builder& b, const AluInstruction& alu) {
    const Operand x = operand_of(alu, 0);
    const auto joined = [&](SsaDef* low, SsaDef* high) {
        const std::array<SsaDef*, 2> parts = {b.u2u32(low), b.u2u32(high)};
        return join(b, parts, 16);
    };
    switch (alu.opcode) {
    case Opcode::pack_half_2x16_split: return joined(b.f2f16(x), b.f2f16(operand_of(alu, 1)));
    case Opcode::pack_half_2x16_rtz_split:
        return joined(b.f2f16_rtz(x), b.f2f16_rtz(operand_of(alu, 1)));
    case Opcode::unpack_half_2x16_split_x: return b.f2f32(b.u2u16(x));
    case Opcode::unpack_half_2x16_split_y: return b.f2f32(upper_half(b, x));
    default: return nullptr;
    }
}

} // namespace

bool lower_pack_unpack(Shader& shader, const LowerPackUnpackOptions& options) {
    // Vectors become scalars, which the second round sees.
    bool changed = rewrite_alu(shader, [&](Builder& b, AluInstruction& alu) {
        return options.vectors && alu.num_sources == 1
                   ? lower_vectors(b, alu.opcode, operand_of(alu, 0))
                   : nullptr;
    });
    changed |= rewrite_alu(shader, [&](Builder& b, AluInstruction& alu) -> SsaDef* {
        if (alu.num_sources == 0) {
            return nullptr;
        }
        const Operand x = operand_of(alu, 0);
        SsaDef* result = options.norms ? lower_norms(b, alu.opcode, x) : nullptr;
        result = result == nullptr && options.integers ? lower_integers(b, alu.opcode, x) : result;
        result = result == nullptr && options.scalars ? lower_scalars(b, alu) : result;
        return result == nullptr && options.halves ? lower_halves(b, alu) : result;
    });
    return changed;
}

} // namespace jacquard::nir
