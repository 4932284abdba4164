// The queries of a shader about a texture.
#include <jacquard/passes/textures/lower_tex/steps.h>

#include <array>
#include <limits>

namespace jacquard::nir::texture_lowering {

namespace {

constexpr int kCubeFaces = 6;

// Every level is half as large as the one before, but at least 1; all have the same layers.
bool lower_size_of_level(Lowering& lowering, TextureInstruction& texture) {
    TextureSource* lod = texture.source(TextureSourceType::lod);
    if (lod == nullptr || is_zero(*lod->ssa)) {
        return false;
    }
    CoreBuilder before = builder_before(lowering, texture);
    SsaDef* level = lod->ssa->bit_size == 32 ? lod->ssa : before.u2u32(lod->ssa);
    lod->set(before.imm_bits(0, lod->ssa->bit_size));
    replace_result(lowering, texture, [&](CoreBuilder& b, SsaDef* size) {
        const unsigned count = size->num_components;
        Operand extent(size);
        extent.num_components = static_cast<std::uint8_t>(count - (texture.is_array ? 1 : 0));
        SsaDef* smallest = b.imm_int(1, size->bit_size);
        SsaDef* smaller = b.imax(b.ishr(extent, level), smallest);
        if (!texture.is_array) {
            return smaller;
        }
        std::array<Operand, kMaxComponents> components;
        for (unsigned i = 0; i + 1 < count; ++i) {
            components[i] = channel(smaller, i);
        }
        components[count - 1] = channel(size, count - 1);
        return b.vec(std::span<const Operand>(components.data(), count));
    });
    return true;
}

// The faces of a cube map are layers of a plane.
bool lower_size_of_cube_array(Lowering& lowering, TextureInstruction& texture) {
    if (texture.dim != TextureDim::dim_cube || !texture.is_array) {
        return false;
    }
    texture.dim = TextureDim::dim_2d;
    replace_result(lowering, texture, [](CoreBuilder& b, SsaDef* size) {
        SsaDef* cubes = b.idiv(channel(size, 2), b.imm_int(kCubeFaces, size->bit_size));
        return b.vec({channel(size, 0), channel(size, 1), channel(cubes, 0)});
    });
    return true;
}

SsaDef* change(CoreBuilder& b, SsaDef* position) {
    SsaDef* along_x = b.fabs(&b.ddx(position->num_components, position->bit_size, position)->value);
    SsaDef* along_y = b.fabs(&b.ddy(position->num_components, position->bit_size, position)->value);
    return b.fadd(along_x, along_y);
}

} // namespace

bool lower_size(Lowering& lowering, TextureInstruction& texture) {
    if (texture.op != TextureOp::txs) {
        return false;
    }
    bool changed = false;
    if (lowering.options.lower_txs_lod) {
        changed |= lower_size_of_level(lowering, texture);
    }
    if (lowering.options.lower_txs_cube_array) {
        changed |= lower_size_of_cube_array(lowering, texture);
    }
    return changed;
}

bool lower_lod_zero_width(Lowering& lowering, TextureInstruction& texture) {
    if (!lowering.options.lower_lod_zero_width || texture.op != TextureOp::lod ||
        !Lowering::has(texture, TextureSourceType::coord)) {
        return false;
    }
    CoreBuilder before = builder_before(lowering, texture);
    SsaDef* widths = change(before, before.whole(spatial(texture)));
    SsaDef* zero = before.imm_float(0.0, widths->bit_size);
    SsaDef* is_still = nullptr;
    for (unsigned i = 0; i < widths->num_components; ++i) {
        SsaDef* each = before.feq(channel(widths, i), zero);
        is_still = is_still == nullptr ? each : before.iand(is_still, each);
    }
    replace_result(lowering, texture, [&](CoreBuilder& b, SsaDef* levels) {
        const double least = -static_cast<double>(std::numeric_limits<float>::max());
        SsaDef* computed =
            b.bcsel(is_still, b.imm_float(least, levels->bit_size), channel(levels, 1));
        return b.vec({channel(levels, 0), computed});
    });
    return true;
}

} // namespace jacquard::nir::texture_lowering
