#include "textures.h"

#include <jacquard/nir/build/builder.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {

namespace {

constexpr std::array<TextureOp, 11> kOps = {
    TextureOp::txl, TextureOp::txd, TextureOp::txf,          TextureOp::txf_ms,
    TextureOp::tg4, TextureOp::txs, TextureOp::query_levels, TextureOp::texture_samples,
    TextureOp::tex, TextureOp::txb, TextureOp::lod};
constexpr auto kNumOps = static_cast<unsigned>(kOps.size());
constexpr unsigned kExplicitOps = 8; // need no derivatives of their own

class TextureMaker {
  public:
    TextureMaker(Values& values, const TextureChoices& wanted)
        : values_(values), b_(values.builder()), choices_(values.choices()), wanted_(wanted) {}

    void run() {
        const bool has_quads = values_.stage() == Stage::fragment;
        texture_ = b_.texture(kOps[choices_.below(has_quads ? kNumOps : kExplicitOps)]);
        choose_shape();
        choose_sources();
        const bool is_float = texture_->dest_type.base == BaseType::float_type;
        values_.know(b_.finish_texture(texture_),
                     is_float ? ValueClass::floats : ValueClass::integers);
    }

  private:
    [[nodiscard]] bool is(TextureOp op) const { return texture_->op == op; }
    [[nodiscard]] bool is_fetch() const { return is(TextureOp::txf) || is(TextureOp::txf_ms); }

    void choose_shape() {
        static constexpr std::array<TextureDim, 5> kDims = {
            TextureDim::dim_2d, TextureDim::dim_1d, TextureDim::dim_3d, TextureDim::dim_cube,
            TextureDim::dim_rect};
        TextureInstruction& made = *texture_;
        made.dim = kDims[choices_.below(5)];
        if (is_fetch() && made.dim == TextureDim::dim_cube) {
            made.dim = TextureDim::dim_2d;
        } else if (is(TextureOp::txf_ms) || is(TextureOp::texture_samples)) {
            made.dim = TextureDim::dim_ms;
        } else if (is(TextureOp::tg4) && made.dim != TextureDim::dim_cube) {
            made.dim = TextureDim::dim_2d;
        }
        const bool has_layers = made.dim != TextureDim::dim_3d && made.dim != TextureDim::dim_rect;
        made.is_array = has_layers && choices_.one_in(3);
        const bool can_compare = texture_op_info(made.op).needs_sampler &&
                                 made.dim != TextureDim::dim_3d && !is(TextureOp::lod);
        made.is_shadow = can_compare && choices_.one_in(4);
        made.is_new_style_shadow = made.is_shadow && choices_.one_in(2);
        made.texture_index = choices_.below(2);
        made.sampler_index = choices_.below(2);
        if (is(TextureOp::txs) || is(TextureOp::query_levels) || is(TextureOp::texture_samples)) {
            made.dest_type = {BaseType::int_type, 32};
        }
        if (is(TextureOp::tg4)) {
            made.component = static_cast<std::uint8_t>(made.is_shadow ? 0 : choices_.below(4));
        }
    }

    void choose_sources() {
        TextureInstruction& made = *texture_;
        const unsigned axes = texture_dim_info(made.dim).coord_components;
        if (!made.is_query() || is(TextureOp::lod)) {
            const unsigned count = axes + (made.is_array ? 1U : 0U);
            made.coord_components = static_cast<std::uint8_t>(count);
            add(TextureSourceType::coord, is_fetch() ? small(count) : coordinate(count));
        }
        if (made.is_shadow && !made.is_query()) {
            add(TextureSourceType::comparator, coordinate(1));
        }
        switch (made.op) {
        case TextureOp::txb: add(TextureSourceType::bias, coordinate(1)); break;
        case TextureOp::txl: add(TextureSourceType::lod, coordinate(1)); break;
        case TextureOp::txd:
            add(TextureSourceType::ddx, coordinate(axes));
            add(TextureSourceType::ddy, coordinate(axes));
            break;
        case TextureOp::txf:
            if (made.dim != TextureDim::dim_rect) {
                add(TextureSourceType::lod, small(1));
            }
            break;
        case TextureOp::txf_ms: add(TextureSourceType::ms_index, small(1)); break;
        case TextureOp::txs: add(TextureSourceType::lod, small(1)); break;
        default: break;
        }
        const bool is_sampled = texture_op_info(made.op).needs_sampler && !made.is_query();
        if (is_sampled && !is(TextureOp::tg4) && !made.is_array && choices_.one_in(4)) {
            SsaDef* positive = b_.fadd(b_.fabs(coordinate(1)), b_.imm_float(1.0));
            add(TextureSourceType::projector, positive);
        }
        const bool can_shift =
            made.dim != TextureDim::dim_cube && (is_sampled || is(TextureOp::txf));
        if (can_shift && choices_.one_in(3)) {
            add_offsets(axes);
        }
        const bool can_clamp = is(TextureOp::tex) || is(TextureOp::txb) || is(TextureOp::txd);
        if (can_clamp && choices_.one_in(4)) {
            add(TextureSourceType::min_lod, coordinate(1));
        }
        if (!made.is_query() && choices_.one_in(6)) {
            add(TextureSourceType::texture_offset, b_.imm_int(choices_.below(2)));
        }
    }

    void add_offsets(unsigned axes) {
        if (is(TextureOp::tg4) && choices_.one_in(2)) {
            texture_->has_gather_offsets = true;
            for (auto& offset : texture_->gather_offsets) {
                for (std::int8_t& part : offset) {
                    part = static_cast<std::int8_t>(static_cast<int>(choices_.below(16)) - 8);
                }
            }
            return;
        }
        add(TextureSourceType::offset, small(axes));
    }

    void add(TextureSourceType type, SsaDef* value) {
        b_.shader().add_texture_source(texture_, type, value);
    }

    // 0 … 3.
    SsaDef* small(unsigned count) {
        const Operand any = values_.operand(ValueClass::integers, 32, count);
        return b_.iand(any, b_.imm_int(3));
    }

    SsaDef* coordinate(unsigned count) {
        if (!wanted_.is_moderate) {
            return values_.whole(ValueClass::floats, 32, count);
        }
        // Multiples of 1/16 below 16.
        const Operand any = values_.operand(ValueClass::integers, 32, count);
        return b_.fmul(b_.u2f32(b_.iand(any, b_.imm_int(255))), b_.imm_float(0.0625));
    }

    Values& values_;
    Builder& b_;
    Choices& choices_;
    const TextureChoices& wanted_;
    TextureInstruction* texture_ = nullptr;
};

} // namespace

void add_texture(Values& values, const TextureChoices& wanted) {
    TextureMaker(values, wanted).run();
}

} // namespace jacquard::nir
