// Levels of detail computed in the shader: from derivatives that are given, and from the query.
#include <jacquard/passes/textures/lower_tex/steps.h>

namespace jacquard::nir::texture_lowering {

namespace {

constexpr std::uint32_t kFirstUnsafeSampler = 16;

struct Derivatives {
    SsaDef* ddx;
    SsaDef* ddy;
};

// Describes which axis a direction points along most; ties go to z, then y.
struct MajorAxis {
    SsaDef* is_z;
    SsaDef* is_y;

    // The component along that axis.
    SsaDef* along(CoreBuilder& b, const Operand& v) const {
        return b.bcsel(is_z, channel(v, 2), b.bcsel(is_y, channel(v, 1), channel(v, 0)));
    }
    // The other two. Their signs on the face do not matter to lengths.
    SsaDef* across(CoreBuilder& b, const Operand& v) const {
        return b.bcsel(is_z, swizzle(v, {0, 1}),
                       b.bcsel(is_y, swizzle(v, {0, 2}), swizzle(v, {2, 1})));
    }
};

MajorAxis major_axis(CoreBuilder& b, const Operand& direction) {
    SsaDef* magnitude = b.fabs(direction);
    SsaDef* y_beats_x = b.fge(channel(magnitude, 1), channel(magnitude, 0));
    SsaDef* larger = b.fmax(channel(magnitude, 0), channel(magnitude, 1));
    return {b.fge(channel(magnitude, 2), larger), y_beats_x};
}

// A direction meets its face at v/m, where m is the component along the major axis and v the other
// two, so the derivative there is (dv - v/m * dm) / m; a face is 2 wide.
Derivatives on_face(CoreBuilder& b, const Operand& direction, const Derivatives& d) {
    const MajorAxis axis = major_axis(b, direction);
    SsaDef* reciprocal = b.frcp(axis.along(b, direction));
    SsaDef* position = axis.across(b, direction);
    position = b.fmul(position, reciprocal);
    SsaDef* half = b.imm_float(0.5);
    SsaDef* scale = b.fmul(reciprocal, half);
    const auto project = [&](SsaDef* derivative) {
        SsaDef* moved = b.fmul(position, axis.along(b, derivative));
        return b.fmul(b.fsub(axis.across(b, derivative), moved), scale);
    };
    return {project(d.ddx), project(d.ddy)};
}

// log2 of the longer of the two lengths.
SsaDef* log2_of_longer(CoreBuilder& b, const Derivatives& d) {
    if (d.ddx->num_components == 1) {
        SsaDef* x_length = b.fabs(d.ddx);
        SsaDef* y_length = b.fabs(d.ddy);
        return b.flog2(b.fmax(x_length, y_length));
    }
    SsaDef* x_square = b.fdot(d.ddx, d.ddx);
    SsaDef* y_square = b.fdot(d.ddy, d.ddy);
    SsaDef* half = b.imm_float(0.5);
    return b.fmul(b.flog2(b.fmax(x_square, y_square)), half);
}

// The number of the sampler is known and small.
bool is_safe_sampler(const TextureInstruction& texture) {
    if (Lowering::has(texture, TextureSourceType::sampler_handle)) {
        return false;
    }
    std::uint64_t index = sampler_number(texture);
    if (const TextureSource* offset = texture.source(TextureSourceType::sampler_offset)) {
        const std::span<const ConstantValue> constant = constant_components(*offset->ssa);
        if (constant.empty()) {
            return false;
        }
        index += constant[0].u32;
    }
    return index < kFirstUnsafeSampler;
}

bool wants_no_derivatives(const LowerTexOptions& options, const TextureInstruction& texture) {
    const bool is_cube = texture.dim == TextureDim::dim_cube;
    if (options.lower_txd || (options.lower_txd_cube_map && is_cube) ||
        (options.lower_txd_3d && texture.dim == TextureDim::dim_3d) ||
        (options.lower_txd_array && texture.is_array) ||
        (options.lower_txd_shadow && texture.is_shadow && !is_cube)) {
        return true;
    }
    if (!Lowering::has(texture, TextureSourceType::min_lod)) {
        return false;
    }
    return options.lower_txd_clamp || (options.lower_txd_shadow_clamp && texture.is_shadow) ||
           (options.lower_txd_offset_clamp && Lowering::has(texture, TextureSourceType::offset)) ||
           (options.lower_txd_clamp_bindless_sampler &&
            Lowering::has(texture, TextureSourceType::sampler_handle)) ||
           (options.lower_txd_clamp_if_sampler_index_not_lt_16 && !is_safe_sampler(texture));
}

// Makes the lookup one of the level given, no less than its min_lod.
void use_level(Lowering& lowering, CoreBuilder& b, TextureInstruction& texture, SsaDef* level) {
    if (SsaDef* least = take_source(lowering, texture, TextureSourceType::min_lod)) {
        level = b.fmax(level, to_float32(b, least));
    }
    texture.op = TextureOp::txl;
    put_source(lowering, texture, TextureSourceType::lod, level);
}

} // namespace

SsaDef* level_of_derivatives(Lowering& lowering, CoreBuilder& b,
                             const TextureInstruction& texture) {
    Derivatives d{to_float32(b, texture.source(TextureSourceType::ddx)->ssa),
                  to_float32(b, texture.source(TextureSourceType::ddy)->ssa)};
    if (texture.dim == TextureDim::dim_cube) {
        Operand direction = spatial(texture);
        direction.num_components = 3;
        d = on_face(b, to_float32(b, direction), d);
    }
    if (texture.dim != TextureDim::dim_rect) {
        const Operand size = float_size(lowering, b, texture, nullptr, 32);
        d = {b.fmul(d.ddx, size), b.fmul(d.ddy, size)};
    }
    return log2_of_longer(b, d);
}

bool lower_derivatives(Lowering& lowering, TextureInstruction& texture) {
    if (texture.op != TextureOp::txd || !Lowering::has(texture, TextureSourceType::coord) ||
        !Lowering::has(texture, TextureSourceType::ddx) ||
        !Lowering::has(texture, TextureSourceType::ddy) ||
        !wants_no_derivatives(lowering.options, texture)) {
        return false;
    }
    CoreBuilder b = builder_before(lowering, texture);
    SsaDef* level = level_of_derivatives(lowering, b, texture);
    take_source(lowering, texture, TextureSourceType::ddx);
    take_source(lowering, texture, TextureSourceType::ddy);
    use_level(lowering, b, texture, level);
    return true;
}

bool lower_clamped_bias(Lowering& lowering, TextureInstruction& texture) {
    if (!lowering.options.lower_txb_shadow_clamp || texture.op != TextureOp::txb ||
        !texture.is_shadow || !Lowering::has(texture, TextureSourceType::min_lod) ||
        !Lowering::has(texture, TextureSourceType::coord)) {
        return false;
    }
    CoreBuilder b = builder_before(lowering, texture);
    SsaDef* level = b.whole(channel(query_level(lowering, b, texture), 1));
    if (SsaDef* bias = take_source(lowering, texture, TextureSourceType::bias)) {
        level = b.fadd(level, to_float32(b, bias));
    }
    use_level(lowering, b, texture, level);
    return true;
}

} // namespace jacquard::nir::texture_lowering
