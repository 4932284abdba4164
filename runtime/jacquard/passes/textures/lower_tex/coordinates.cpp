// The coordinates of a lookup: projectors, offsets, shapes and clamping.
#include <jacquard/passes/textures/lower_tex/steps.h>

#include <array>

namespace jacquard::nir::texture_lowering {

namespace {

constexpr std::array kSaturateMasks = {&LowerTexOptions::saturate_s, &LowerTexOptions::saturate_t,
                                       &LowerTexOptions::saturate_r};

// Bit n: component n of the coordinate is held within the texture.
unsigned saturated_components(const LowerTexOptions& options, const TextureInstruction& texture) {
    if (!texture.needs_sampler() || texture.is_query() || texture.dim == TextureDim::dim_cube ||
        texture.pass_flags == kIsPlane || !Lowering::has(texture, TextureSourceType::coord)) {
        return 0;
    }
    unsigned mask = 0;
    for (unsigned i = 0; i < spatial_components(texture) && i < kSaturateMasks.size(); ++i) {
        if (is_in_mask(options.*kSaturateMasks[i], sampler_number(texture))) {
            mask |= 1U << i;
        }
    }
    return mask;
}

bool is_float_coordinate(const TextureInstruction& texture) {
    const int coord = texture.source_index(TextureSourceType::coord);
    return coord >= 0 &&
           texture.source_type(static_cast<unsigned>(coord)).base == BaseType::float_type;
}

// The nearest of the texture's levels.
SsaDef* whole_level(Lowering& lowering, CoreBuilder& b, const TextureInstruction& texture,
                    SsaDef* level) {
    SsaDef* zero = b.imm_float(0.0);
    SsaDef* positive = b.fmax(to_float32(b, level), zero);
    SsaDef* nearest = b.f2i32(b.fadd(positive, b.imm_float(0.5)));
    TextureInstruction* query =
        same_texture(lowering, texture, TextureOp::query_levels, {BaseType::int_type, 32});
    SsaDef* minus_one = b.imm_int(-1);
    SsaDef* last = b.iadd(finish(lowering, b, query), minus_one);
    return b.imin(nearest, last);
}

// The level that a lookup reads from, in which its offset counts; null where that is 0.
SsaDef* level_read(Lowering& lowering, CoreBuilder& b, const TextureInstruction& texture) {
    SsaDef* level = nullptr;
    if (texture.op == TextureOp::txl) {
        level = texture.source(TextureSourceType::lod)->ssa;
        if (is_zero(*level)) {
            return nullptr;
        }
    } else if (texture.op == TextureOp::txd) {
        level = level_of_derivatives(lowering, b, texture);
    } else if (texture.has_implicit_derivative()) {
        SsaDef* levels = query_level(lowering, b, texture);
        const TextureSource* bias = texture.source(TextureSourceType::bias);
        level = bias == nullptr ? b.whole(channel(levels, 0))
                                : b.fadd(channel(levels, 1), to_float32(b, bias->ssa));
    } else {
        return nullptr;
    }
    if (const TextureSource* least = texture.source(TextureSourceType::min_lod)) {
        SsaDef* lowest = to_float32(b, least->ssa);
        level = b.fmax(to_float32(b, level), lowest);
    }
    return whole_level(lowering, b, texture, level);
}

bool wants_no_offset(const LowerTexOptions& options, const TextureInstruction& texture) {
    const bool is_fetch = !texture.is_query() && !texture.needs_sampler();
    return options.lower_offset || (options.lower_txf_offset && is_fetch) ||
           (options.lower_rect_offset && texture.dim == TextureDim::dim_rect) ||
           (options.lower_offset_filter != nullptr &&
            options.lower_offset_filter(texture, options.callback_data));
}

bool becomes_2d(const LowerTexOptions& options, const TextureInstruction& texture) {
    return texture.dim == TextureDim::dim_1d &&
           (options.lower_1d || (options.lower_1d_shadow && texture.is_shadow));
}

SsaDef* to_width(CoreBuilder& b, SsaDef* value, unsigned bit_size) {
    if (value->bit_size == bit_size) {
        return value;
    }
    return bit_size == 16 ? b.i2i16(value) : b.i2i32(value);
}

// Puts `value` between the components for x and those that follow y.
SsaDef* with_y(CoreBuilder& b, SsaDef* x, SsaDef* value) {
    return b.vec({channel(x, 0), channel(value, 0)});
}

void widen_to_2d(Lowering& lowering, TextureInstruction& texture) {
    CoreBuilder b = builder_before(lowering, texture);
    if (TextureSource* coord = texture.source(TextureSourceType::coord)) {
        const unsigned bits = coord->ssa->bit_size;
        SsaDef* middle =
            is_float_coordinate(texture) ? b.imm_float(0.5, bits) : b.imm_bits(0, bits);
        set_spatial(b, texture, with_y(b, coord->ssa, middle));
    }
    for (const TextureSourceType type :
         {TextureSourceType::ddx, TextureSourceType::ddy, TextureSourceType::offset}) {
        if (TextureSource* source = texture.source(type)) {
            source->set(with_y(b, source->ssa, b.imm_bits(0, source->ssa->bit_size)));
        }
    }
}

} // namespace

bool lower_projector(Lowering& lowering, TextureInstruction& texture) {
    const TextureSource* projector = texture.source(TextureSourceType::projector);
    if (projector == nullptr) {
        return false;
    }
    const LowerTexOptions& options = lowering.options;
    // Projection must be lowered if values are later put at or added to the coordinate, since these
    // must not be divided.
    const bool is_changed =
        saturated_components(options, texture) != 0 || becomes_2d(options, texture) ||
        (Lowering::has(texture, TextureSourceType::offset) && wants_no_offset(options, texture));
    const bool wanted = is_in_mask(options.lower_txp, static_cast<std::uint32_t>(texture.dim)) ||
                        (options.lower_txp_array && texture.is_array) || is_changed;
    if (!wanted) {
        return false;
    }
    CoreBuilder b = builder_before(lowering, texture);
    const auto divided = [&, divisor = projector->ssa](const Operand& value) {
        return b.fdiv(value, to_float_width(b, divisor, value.value->bit_size));
    };
    set_spatial(b, texture, divided(spatial(texture)));
    if (TextureSource* comparator = texture.source(TextureSourceType::comparator)) {
        comparator->set(divided(comparator->ssa));
    }
    take_source(lowering, texture, TextureSourceType::projector);
    return true;
}

bool lower_offset(Lowering& lowering, TextureInstruction& texture) {
    if (!Lowering::has(texture, TextureSourceType::offset) ||
        !Lowering::has(texture, TextureSourceType::coord) ||
        !wants_no_offset(lowering.options, texture)) {
        return false;
    }
    CoreBuilder b = builder_before(lowering, texture);
    SsaDef* offset = texture.source(TextureSourceType::offset)->ssa;
    const Operand position = spatial(texture);
    const unsigned bits = position.value->bit_size;
    if (!is_float_coordinate(texture)) {
        set_spatial(b, texture, b.iadd(position, to_width(b, offset, bits)));
    } else if (texture.dim == TextureDim::dim_rect) {
        set_spatial(b, texture, b.fadd(position, int_to_float(b, offset, bits)));
    } else {
        SsaDef* level = level_read(lowering, b, texture);
        const Operand size = float_size(lowering, b, texture, level, bits);
        SsaDef* distance = b.fdiv(int_to_float(b, offset, bits), size);
        set_spatial(b, texture, b.fadd(position, distance));
    }
    take_source(lowering, texture, TextureSourceType::offset);
    return true;
}

bool lower_rect(Lowering& lowering, TextureInstruction& texture) {
    if (!lowering.options.lower_rect || texture.dim != TextureDim::dim_rect) {
        return false;
    }
    texture.dim = TextureDim::dim_2d;
    CoreBuilder b = builder_before(lowering, texture);
    if (is_float_coordinate(texture)) {
        const unsigned bits = spatial(texture).value->bit_size;
        const Operand size = float_size(lowering, b, texture, nullptr, bits);
        set_spatial(b, texture, b.fdiv(spatial(texture), size));
        for (const TextureSourceType type : {TextureSourceType::ddx, TextureSourceType::ddy}) {
            if (TextureSource* source = texture.source(type)) {
                source->set(b.fdiv(source->ssa, size));
            }
        }
    }
    // A fetch and a size of a plane name their level.
    const bool names_level = texture.op == TextureOp::txf || texture.op == TextureOp::txs;
    if (names_level && !Lowering::has(texture, TextureSourceType::lod)) {
        put_source(lowering, texture, TextureSourceType::lod, b.imm_int(0));
    }
    return true;
}

bool lower_1d(Lowering& lowering, TextureInstruction& texture) {
    if (!becomes_2d(lowering.options, texture)) {
        return false;
    }
    widen_to_2d(lowering, texture);
    texture.dim = TextureDim::dim_2d;
    if (texture.op == TextureOp::txs) {
        // The height goes, the number of layers stays.
        replace_result(lowering, texture, [&](CoreBuilder& b, SsaDef* size) {
            lowering.shader.finish_texture(&texture, size->bit_size);
            return texture.is_array ? b.whole(swizzle(size, {0, 2})) : b.whole(channel(size, 0));
        });
    }
    return true;
}

bool saturate(Lowering& lowering, TextureInstruction& texture) {
    const unsigned mask = saturated_components(lowering.options, texture);
    if (mask == 0) {
        return false;
    }
    CoreBuilder b = builder_before(lowering, texture);
    const Operand position = spatial(texture);
    const unsigned bits = position.value->bit_size;
    const bool in_texels = texture.dim == TextureDim::dim_rect;
    const Operand size = in_texels ? float_size(lowering, b, texture, nullptr, bits) : Operand();
    std::array<Operand, kMaxComponents> components;
    for (unsigned i = 0; i < position.num_components; ++i) {
        const Operand each = channel(position, i);
        if ((mask >> i & 1) == 0) {
            components[i] = each;
        } else if (in_texels) {
            components[i] = b.fmin(b.fmax(each, b.imm_float(0.0, bits)), channel(size, i));
        } else {
            components[i] = b.fsat(each);
        }
    }
    set_spatial(b, texture,
                b.vec(std::span<const Operand>(components.data(), position.num_components)));
    return true;
}

} // namespace jacquard::nir::texture_lowering
