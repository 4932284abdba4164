#include "generator/machine/machine_textures.h"

#include <jacquard/nir/build/builder.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {

namespace {

// The texture of a unit, by its number.
struct UnitShape {
    TextureDim dim;
    bool is_array = false;
    bool is_shadow = false;
};

constexpr std::array<UnitShape, 7> kUnits = {{
    {TextureDim::dim_2d},
    {TextureDim::dim_1d},
    {TextureDim::dim_3d},
    {TextureDim::dim_cube},
    {TextureDim::dim_2d, true},
    {TextureDim::dim_2d, false, true},
    {TextureDim::dim_ms},
}};

class MachineTexture {
  public:
    explicit MachineTexture(Values& values)
        : values_(values), b_(values.builder()), choices_(values.choices()),
          unit_(choices_.below(kUnits.size())), shape_(kUnits[unit_]) {}

    void run() {
        texture_ = b_.texture(choose_op());
        // A unit has one shape.
        texture_->texture_index = unit_;
        texture_->sampler_index = unit_;
        texture_->dim = shape_.dim;
        texture_->is_array = shape_.is_array;
        texture_->is_shadow = shape_.is_shadow && !is_fetch();
        texture_->is_new_style_shadow = texture_->is_shadow && !is(TextureOp::tg4);
        axes_ = texture_dim_info(shape_.dim).coord_components;
        add_coordinates();
        if (shape_.dim != TextureDim::dim_cube && shape_.dim != TextureDim::dim_ms &&
            choices_.one_in(2)) {
            add_offsets();
        }
        values_.know(b_.finish_texture(texture_), ValueClass::floats);
        declare();
    }

  private:
    [[nodiscard]] bool is(TextureOp op) const { return texture_->op == op; }
    [[nodiscard]] bool is_fetch() const { return is(TextureOp::txf) || is(TextureOp::txf_ms); }

    TextureOp choose_op() {
        if (shape_.dim == TextureDim::dim_ms) {
            return TextureOp::txf_ms;
        }
        const bool is_plane = shape_.dim == TextureDim::dim_2d;
        switch (choices_.below(6)) {
        case 0: return is_plane && !shape_.is_shadow ? TextureOp::txf : TextureOp::txl;
        case 1:
        case 2: return is_plane ? TextureOp::tg4 : TextureOp::txl;
        case 3: return TextureOp::txd;
        default: return TextureOp::txl;
        }
    }

    void add_coordinates() {
        const unsigned count = axes_ + (shape_.is_array ? 1U : 0U);
        texture_->coord_components = static_cast<std::uint8_t>(count);
        add(TextureSourceType::coord, is_fetch() ? small(count, 3) : floats(count));
        if (texture_->is_shadow) {
            add(TextureSourceType::comparator, floats(1));
        }
        switch (texture_->op) {
        case TextureOp::txl: add(TextureSourceType::lod, floats(1)); break;
        case TextureOp::txf: add(TextureSourceType::lod, small(1, 1)); break;
        case TextureOp::txf_ms: add(TextureSourceType::ms_index, small(1, 3)); break;
        case TextureOp::txd:
            add(TextureSourceType::ddx, floats(axes_));
            add(TextureSourceType::ddy, floats(axes_));
            break;
        case TextureOp::tg4:
            texture_->component =
                static_cast<std::uint8_t>(texture_->is_shadow ? 0 : choices_.below(4));
            break;
        default: break;
        }
    }

    void add_offsets() {
        // Test textures, which fast code is run with, tell no texels apart.
        if (is(TextureOp::tg4) && b_.exact && choices_.one_in(2)) {
            texture_->has_gather_offsets = true;
            for (auto& offset : texture_->gather_offsets) {
                for (std::int8_t& part : offset) {
                    part = static_cast<std::int8_t>(distance());
                }
            }
            return;
        }
        if (choices_.one_in(2)) {
            std::array<Operand, 3> parts;
            for (unsigned i = 0; i < axes_; ++i) {
                parts[i] = b_.imm_int(distance());
            }
            add(TextureSourceType::offset,
                axes_ == 1 ? b_.whole(parts[0])
                           : b_.vec(std::span<const Operand>(parts.data(), axes_)));
            return;
        }
        add(TextureSourceType::offset, b_.iadd(small(axes_, 15), b_.imm_int(kLeast)));
    }

    void add(TextureSourceType type, SsaDef* value) {
        b_.shader().add_texture_source(texture_, type, value);
    }

    // Machines take offsets from here to 7.
    static constexpr int kLeast = -8;
    int distance() { return static_cast<int>(choices_.below(16)) + kLeast; }

    SsaDef* small(unsigned count, unsigned most) {
        return b_.iand(values_.operand(ValueClass::integers, 32, count), b_.imm_int(most));
    }

    SsaDef* floats(unsigned count) { return values_.whole(ValueClass::floats, 32, count); }

    void declare() {
        std::vector<TextureUnit>& units = b_.shader().info.textures;
        const auto place =
            std::find_if(units.begin(), units.end(),
                         [this](const TextureUnit& unit) { return unit.unit >= unit_; });
        if (place == units.end() || place->unit != unit_) {
            units.insert(place, {.unit = unit_,
                                 .dim = shape_.dim,
                                 .is_array = shape_.is_array,
                                 .is_shadow = shape_.is_shadow});
        }
    }

    Values& values_;
    Builder& b_;
    Choices& choices_;
    std::uint32_t unit_;
    UnitShape shape_;
    unsigned axes_ = 0;
    TextureInstruction* texture_ = nullptr;
};

} // namespace

void add_machine_texture(Values& values) {
    MachineTexture(values).run();
}

} // namespace jacquard::nir
