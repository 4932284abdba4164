// Lookups that become several.
#include <jacquard/passes/textures/lower_tex/steps.h>
#include <jacquard/support/expression/half.h>

#include <array>

namespace jacquard::nir::texture_lowering {

namespace {

// The texel that a gather gives for its own place is the last.
constexpr unsigned kOwnTexel = 3;

constexpr int kFragmentIndexBits = 4;

void take_place(TextureInstruction& texture, SsaDef* value) {
    texture.value.rewrite_uses(value);
    texture.remove();
}

// The code that says whether all of the texels are there.
SsaDef* residency_of_all(CoreBuilder& b, std::span<SsaDef* const> gathers) {
    SsaDef* all = b.whole(channel(gathers[0], 4));
    for (SsaDef* gather : gathers.subspan(1)) {
        all = b.sparse_residency_code_and(all, b.whole(channel(gather, 4)))->def();
    }
    return all;
}

// For each sample of a texel, four bits that say which fragment holds its colour.
SsaDef* fetch_fragment_mask(Lowering& lowering, CoreBuilder& b, const TextureInstruction& texture) {
    TextureInstruction* fetch = same_texture(lowering, texture, TextureOp::fragment_mask_fetch_amd,
                                             {BaseType::uint_type, 32});
    fetch->coord_components = texture.coord_components;
    for (const TextureSourceType type : {TextureSourceType::coord, TextureSourceType::offset}) {
        if (const TextureSource* source = texture.source(type)) {
            lowering.shader.add_texture_source(fetch, type, source->ssa);
        }
    }
    return finish(lowering, b, fetch);
}

// The plane of a picture and the component of its texels that hold a value.
struct Place {
    std::int8_t plane = -1; // -1: nowhere
    std::uint8_t component = 0;
};

struct PictureLayout {
    std::uint32_t LowerTexOptions::*textures;
    Place y;
    Place u;
    Place v;
    Place alpha{};
};

constexpr PictureLayout kLayouts[] = {
    {&LowerTexOptions::lower_y_uv_external, {0, 0}, {1, 0}, {1, 1}},
    {&LowerTexOptions::lower_y_vu_external, {0, 0}, {1, 1}, {1, 0}},
    {&LowerTexOptions::lower_y_u_v_external, {0, 0}, {1, 0}, {2, 0}},
    {&LowerTexOptions::lower_yx_xuxv_external, {0, 0}, {1, 1}, {1, 3}},
    // Read as a word, the first named is the highest byte and so the last component.
    {&LowerTexOptions::lower_ayuv_external, {0, 2}, {0, 1}, {0, 0}, {0, 3}},
    {&LowerTexOptions::lower_xyuv_external, {0, 2}, {0, 1}, {0, 0}},
};

constexpr unsigned kMaxPlanes = 3;

const PictureLayout* layout_of(const LowerTexOptions& options, const TextureInstruction& texture) {
    for (const PictureLayout& layout : kLayouts) {
        if (is_in_mask(options.*layout.textures, texture_number(texture))) {
            return &layout;
        }
    }
    return nullptr;
}

// The weights of red and blue in luma: ITU-R BT.601, BT.709 and BT.2020.
struct Weights {
    double red;
    double blue;
};

Weights weights_of(const LowerTexOptions& options, std::uint32_t texture) {
    return is_in_mask(options.bt709_external, texture)    ? Weights{0.2126, 0.0722}
           : is_in_mask(options.bt2020_external, texture) ? Weights{0.2627, 0.0593}
                                                          : Weights{0.299, 0.114};
}

// Luma is wr R + wg G + wb B, and the colour differences are (B - Y) / (2 - 2 wb) and
// (R - Y) / (2 - 2 wr), from -0.5 to 0.5. In narrow range, luma 0 to 1 is stored as 16 to 235 and
// differences of -0.5 to 0.5 as 16 to 240.
struct Matrix {
    std::array<double, 3> y;
    std::array<double, 3> u;
    std::array<double, 3> v;
    std::array<double, 3> offset;
};

Matrix matrix_of(const LowerTexOptions& options, std::uint32_t texture) {
    const Weights weights = weights_of(options, texture);
    const double green = 1.0 - weights.red - weights.blue;
    const bool is_full = is_in_mask(options.yuv_full_range_external, texture);
    const double luma_scale = is_full ? 1.0 : 255.0 / 219.0;
    const double luma_zero = is_full ? 0.0 : 16.0 / 255.0;
    const double difference_scale = is_full ? 1.0 : 255.0 / 224.0;
    const double difference_zero = 128.0 / 255.0;
    const double to_blue = 2.0 * (1.0 - weights.blue) * difference_scale;
    const double to_red = 2.0 * (1.0 - weights.red) * difference_scale;
    Matrix matrix{{luma_scale, luma_scale, luma_scale},
                  {0.0, -to_blue * weights.blue / green, to_blue},
                  {to_red, -to_red * weights.red / green, 0.0},
                  {}};
    for (std::size_t i = 0; i < 3; ++i) {
        matrix.offset[i] =
            -(matrix.y[i] * luma_zero + (matrix.u[i] + matrix.v[i]) * difference_zero);
    }
    return matrix;
}

SsaDef* column(CoreBuilder& b, const std::array<double, 3>& values, unsigned bit_size) {
    std::array<ConstantValue, 3> constants;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto value = static_cast<float>(values[i]);
        constants[i] = bit_size == 16 ? constant_from_bits(float_to_half(value), 16)
                                      : constant_from_float(value);
    }
    return b.constant(bit_size, constants);
}

SsaDef* to_rgba(CoreBuilder& b, const Matrix& matrix, const Operand& y, const Operand& u,
                const Operand& v, const Operand& alpha) {
    const unsigned bits = y.value->bit_size;
    const auto product = [&](const Operand& scalar, const std::array<double, 3>& values) {
        SsaDef* weights = column(b, values, bits);
        return b.fmul(scalar, weights);
    };
    SsaDef* rgb = column(b, matrix.offset, bits);
    rgb = b.fadd(rgb, product(v, matrix.v));
    rgb = b.fadd(rgb, product(u, matrix.u));
    rgb = b.fadd(rgb, product(y, matrix.y));
    return b.vec({channel(rgb, 0), channel(rgb, 1), channel(rgb, 2), alpha});
}

} // namespace

bool split_gather_offsets(Lowering& lowering, TextureInstruction& texture) {
    if (!lowering.options.lower_tg4_offsets || texture.op != TextureOp::tg4 ||
        !texture.has_gather_offsets) {
        return false;
    }
    CoreBuilder b = builder_before(lowering, texture);
    std::array<Operand, 5> texels;
    std::array<SsaDef*, 4> gathers{};
    for (std::size_t i = 0; i < 4; ++i) {
        TextureInstruction* gather = same_lookup(lowering, texture);
        gather->has_gather_offsets = false;
        gather->gather_offsets = {};
        const auto& offset = texture.gather_offsets[i];
        const std::array<ConstantValue, 2> texel_offset = {
            constant_from_bits(static_cast<std::uint64_t>(offset[0]), 32),
            constant_from_bits(static_cast<std::uint64_t>(offset[1]), 32)};
        put_source(lowering, *gather, TextureSourceType::offset, b.constant(32, texel_offset));
        gathers[i] = finish(lowering, b, gather);
        texels[i] = channel(gathers[i], kOwnTexel);
    }
    if (texture.is_sparse) {
        texels[4] = residency_of_all(b, gathers);
    }
    const unsigned count = texture.is_sparse ? 5 : 4;
    take_place(texture, b.vec(std::span<const Operand>(texels.data(), count)));
    return true;
}

bool lower_to_fragment_fetch(Lowering& lowering, TextureInstruction& texture) {
    if (!lowering.options.lower_to_fragment_fetch_amd ||
        !Lowering::has(texture, TextureSourceType::coord)) {
        return false;
    }
    CoreBuilder b = builder_before(lowering, texture);
    if (texture.op == TextureOp::samples_identical) {
        SsaDef* mask = fetch_fragment_mask(lowering, b, texture);
        SsaDef* is_same = b.ieq(mask, b.imm_int(0));
        take_place(texture, texture.value.bit_size == 1 ? is_same : b.b2b32(is_same));
        return true;
    }
    const TextureSource* sample = texture.source(TextureSourceType::ms_index);
    if (texture.op != TextureOp::txf_ms || sample == nullptr) {
        return false;
    }
    SsaDef* mask = fetch_fragment_mask(lowering, b, texture);
    SsaDef* index = sample->ssa->bit_size == 32 ? sample->ssa : b.u2u32(sample->ssa);
    SsaDef* bits = b.imm_int(kFragmentIndexBits);
    SsaDef* fragment = b.ubfe(mask, b.imul(index, bits), bits);
    TextureInstruction* fetch = same_lookup(lowering, texture);
    fetch->op = TextureOp::fragment_fetch_amd;
    put_source(lowering, *fetch, TextureSourceType::ms_index, fragment);
    take_place(texture, finish(lowering, b, fetch));
    return true;
}

bool split_planes(Lowering& lowering, TextureInstruction& texture) {
    const PictureLayout* layout = layout_of(lowering.options, texture);
    if (layout == nullptr || texture_op_info(texture.op).result != TextureResult::sampled ||
        texture.is_sparse || texture.is_shadow || texture.pass_flags == kIsPlane) {
        return false;
    }
    CoreBuilder b = builder_before(lowering, texture);
    std::array<SsaDef*, kMaxPlanes> planes{};
    const auto read = [&](const Place& place) {
        SsaDef*& texel = planes[static_cast<std::size_t>(place.plane)];
        if (texel == nullptr) {
            TextureInstruction* lookup = same_lookup(lowering, texture);
            lookup->dim = TextureDim::dim_2d;
            lookup->pass_flags = kIsPlane;
            put_source(lowering, *lookup, TextureSourceType::plane, b.imm_int(place.plane));
            texel = finish(lowering, b, lookup);
        }
        return channel(Operand(texel), place.component);
    };
    const Operand y = read(layout->y);
    const Operand u = read(layout->u);
    const Operand v = read(layout->v);
    const Operand alpha = layout->alpha.plane < 0 ? Operand(b.imm_float(1.0, y.value->bit_size))
                                                  : read(layout->alpha);
    const Matrix matrix = matrix_of(lowering.options, texture_number(texture));
    take_place(texture, to_rgba(b, matrix, y, u, v, alpha));
    return true;
}

} // namespace jacquard::nir::texture_lowering
