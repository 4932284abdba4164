#include <jacquard/passes/textures/lower_tex/steps.h>

#include <array>

namespace jacquard::nir::texture_lowering {

namespace {

constexpr std::uint32_t kUnknown = ~0U;

std::uint32_t binding_of(const DerefInstruction* deref) {
    std::uint32_t element = 0;
    if (deref != nullptr && deref->deref == DerefKind::array) {
        const std::span<const ConstantValue> index = constant_components(*deref->index.ssa);
        if (index.empty()) {
            return kUnknown;
        }
        element = index[0].u32;
        deref = deref->parent_deref();
    }
    const bool is_variable = deref != nullptr && deref->deref == DerefKind::var;
    return is_variable ? deref->variable->binding + element : kUnknown;
}

std::uint32_t number(const TextureInstruction& texture, TextureSourceType deref_type,
                     std::uint32_t index) {
    const TextureSource* deref = texture.source(deref_type);
    return deref != nullptr ? binding_of(deref->ssa->instruction->as<DerefInstruction>()) : index;
}

} // namespace

std::uint32_t texture_number(const TextureInstruction& texture) {
    return number(texture, TextureSourceType::texture_deref, texture.texture_index);
}

std::uint32_t sampler_number(const TextureInstruction& texture) {
    return number(texture, TextureSourceType::sampler_deref, texture.sampler_index);
}

unsigned spatial_components(const TextureInstruction& texture) {
    const unsigned layer = texture.is_array && !texture.array_is_lowered_cube ? 1 : 0;
    return texture.coord_components - layer;
}

Operand spatial(const TextureInstruction& texture) {
    Operand position(texture.source(TextureSourceType::coord)->ssa);
    position.num_components = static_cast<std::uint8_t>(spatial_components(texture));
    return position;
}

void set_spatial(CoreBuilder& b, TextureInstruction& texture, const Operand& position) {
    TextureSource* coord = texture.source(TextureSourceType::coord);
    const unsigned old_count = spatial_components(texture);
    const Operand old(coord->ssa);
    std::array<Operand, kMaxComponents> components;
    unsigned count = 0;
    for (; count < position.num_components; ++count) {
        components[count] = channel(position, count);
    }
    for (unsigned layer = old_count; layer < texture.coord_components; ++layer) {
        components[count++] = channel(old, layer);
    }
    coord->set(position.num_components == count
                   ? b.whole(position)
                   : b.vec(std::span<const Operand>(components.data(), count)));
    texture.coord_components = static_cast<std::uint8_t>(count);
}

SsaDef* take_source(Lowering& lowering, TextureInstruction& texture, TextureSourceType type) {
    const int i = texture.source_index(type);
    if (i < 0) {
        return nullptr;
    }
    SsaDef* value = texture.first_source[i].ssa;
    lowering.shader.remove_texture_source(&texture, static_cast<unsigned>(i));
    return value;
}

void put_source(Lowering& lowering, TextureInstruction& texture, TextureSourceType type,
                SsaDef* value) {
    if (TextureSource* source = texture.source(type)) {
        source->set(value);
    } else {
        lowering.shader.add_texture_source(&texture, type, value);
    }
}

static bool names_texture(TextureSourceType type) {
    switch (type) {
    case TextureSourceType::texture_deref:
    case TextureSourceType::texture_offset:
    case TextureSourceType::texture_handle: return true;
    default: return false;
    }
}

static bool names_sampler(TextureSourceType type) {
    switch (type) {
    case TextureSourceType::sampler_deref:
    case TextureSourceType::sampler_offset:
    case TextureSourceType::sampler_handle: return true;
    default: return false;
    }
}

TextureInstruction* same_texture(Lowering& lowering, const TextureInstruction& texture,
                                 TextureOp op, AluType type) {
    TextureInstruction* made = lowering.shader.make_texture(op, 0);
    made->dim = texture.dim;
    made->dest_type = type;
    made->is_array = texture.is_array;
    made->is_shadow = texture.is_shadow;
    made->texture_non_uniform = texture.texture_non_uniform;
    made->texture_index = texture.texture_index;
    if (made->needs_sampler()) {
        made->sampler_non_uniform = texture.sampler_non_uniform;
        made->sampler_index = texture.sampler_index;
    }
    for (const TextureSource& source : texture.sources()) {
        if (names_texture(source.type) || (made->needs_sampler() && names_sampler(source.type))) {
            lowering.shader.add_texture_source(made, source.type, source.ssa);
        }
    }
    return made;
}

TextureInstruction* same_lookup(Lowering& lowering, const TextureInstruction& texture) {
    TextureInstruction* made = lowering.shader.make_texture(texture.op, texture.num_sources);
    for (unsigned i = 0; i < texture.num_sources; ++i) {
        made->first_source[i].type = texture.first_source[i].type;
        made->first_source[i].set(texture.first_source[i].ssa);
    }
    made->set_fields(texture.fields());
    made->dim = texture.dim;
    made->dest_type = texture.dest_type;
    made->coord_components = texture.coord_components;
    return made;
}

SsaDef* finish(Lowering& lowering, CoreBuilder& b, TextureInstruction* made) {
    lowering.pending.push_back(made);
    return b.finish_texture(made, made->dest_type.bit_size);
}

SsaDef* int_to_float(CoreBuilder& b, const Operand& value, unsigned bit_size) {
    return bit_size == 16 ? b.i2f16(value) : b.i2f32(value);
}

SsaDef* to_float_width(CoreBuilder& b, const Operand& value, unsigned bit_size) {
    if (value.value->bit_size == bit_size) {
        return b.whole(value);
    }
    return bit_size == 16 ? b.f2f16(value) : b.f2f32(value);
}

bool is_zero(const SsaDef& value) {
    const std::span<const ConstantValue> constants = constant_components(value);
    return !constants.empty() && constants[0].u64 == 0;
}

static bool has_levels(TextureDim dim) {
    switch (dim) {
    case TextureDim::dim_1d:
    case TextureDim::dim_2d:
    case TextureDim::dim_3d:
    case TextureDim::dim_cube:
    case TextureDim::dim_external: return true;
    default: return false;
    }
}

Operand float_size(Lowering& lowering, CoreBuilder& b, const TextureInstruction& texture,
                   SsaDef* level, unsigned bit_size) {
    TextureInstruction* txs =
        same_texture(lowering, texture, TextureOp::txs, {BaseType::int_type, 32});
    if (has_levels(texture.dim)) {
        lowering.shader.add_texture_source(txs, TextureSourceType::lod,
                                           level != nullptr ? level : b.imm_int(0));
    }
    Operand size(finish(lowering, b, txs));
    size.num_components = texture_dim_info(texture.dim).size_components;
    return int_to_float(b, size, bit_size);
}

SsaDef* query_level(Lowering& lowering, CoreBuilder& b, const TextureInstruction& texture) {
    TextureInstruction* lod =
        same_texture(lowering, texture, TextureOp::lod, {BaseType::float_type, 32});
    const Operand position = spatial(texture);
    lod->coord_components = position.num_components;
    lod->is_array = false; // the layer does not matter
    lowering.shader.add_texture_source(lod, TextureSourceType::coord, b.whole(position));
    return finish(lowering, b, lod);
}

SsaDef* with_residency(CoreBuilder& b, const TextureInstruction& texture, const Operand& color) {
    if (!texture.is_sparse) {
        return b.whole(color);
    }
    std::array<Operand, kMaxComponents> components;
    unsigned count = 0;
    for (; count < color.num_components; ++count) {
        components[count] = channel(color, count);
    }
    components[count++] =
        channel(Operand(const_cast<SsaDef*>(&texture.value)), texture.value.num_components - 1U);
    return b.vec(std::span<const Operand>(components.data(), count));
}

} // namespace jacquard::nir::texture_lowering
