// Texture instructions and derivatives of the translation to the machine graph.

#include <jacquard/ir3/opcode_facts.h>
#include <jacquard/ir3/translate.h>

#include <array>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kHalf = 0x3f000000;       // 0.5
constexpr std::uint32_t kOneOver256 = 0x3b800000; // lod queries have 8 bits of fraction
constexpr unsigned kMaxSampler = 15;
constexpr unsigned kMaxTexture = 127;

DataType result_type(const nir::TextureInstruction& texture) {
    const bool half = Selection::is_half_size(texture.value.bit_size);
    switch (texture.dest_type.base) {
    case nir::BaseType::float_type: return half ? DataType::f16 : DataType::f32;
    case nir::BaseType::int_type: return half ? DataType::s16 : DataType::s32;
    default: return half ? DataType::u16 : DataType::u32;
    }
}

bool fetches_texels(nir::TextureOp op) {
    return op == nir::TextureOp::txf || op == nir::TextureOp::txf_ms;
}

} // namespace

Node* Translator::emit_texture(Opcode opcode, const TextureFields& fields, Node* first,
                               Node* second, DataType type, unsigned num_components) {
    const std::size_t count = second != nullptr ? 2 : first != nullptr ? 1 : 0;
    Node* node = graph_.make_machine(opcode, count);
    if (first != nullptr) {
        node->sources[0] = ssa_source(first);
    }
    if (second != nullptr) {
        node->sources[1] = ssa_source(second);
    }
    node->texture = fields;
    node->type = type;
    node->dst.kind = RegisterKind::ssa;
    node->dst.half = (kHalfTypes >> static_cast<unsigned>(type) & 1U) != 0;
    node->length = static_cast<std::uint8_t>(num_components);
    node->write_mask = static_cast<std::uint16_t>((1U << num_components) - 1);
    return selection_.append(node);
}

// Coordinates, reference, layer, divisor, sample number, and derivatives, in the order in which the
// unit wants them.
Node* Translator::texture_coordinates(const nir::TextureInstruction& texture,
                                      TextureFields& fields) {
    const nir::TextureSource* coordinate = texture.source(nir::TextureSourceType::coord);
    if (coordinate == nullptr) {
        return nullptr;
    }
    const unsigned total = texture.coord_components;
    const unsigned count = texture.is_array && total > 0 ? total - 1 : total;
    std::vector<Node*> nodes;
    for (unsigned i = 0; i < count; ++i) {
        nodes.push_back(component(*coordinate->ssa, i));
    }
    const bool fetch = fetches_texels(texture.op);
    // The unit always reads two: a line or buffer is a plane of one row.
    if (count == 1) {
        nodes.push_back(selection_.constant(fetch ? 0 : kHalf, false));
    }
    fields.two_dimensional = nodes.size() > 1;
    fields.three_dimensional = count == 3;
    if (const nir::TextureSource* reference = texture.source(nir::TextureSourceType::comparator)) {
        nodes.push_back(component(*reference->ssa, 0));
        fields.shadow = true;
    }
    if (texture.is_array) {
        Node* layer = component(*coordinate->ssa, count);
        if (!fetch) {
            layer = selection_.emit(Opcode::add_f, false, false,
                                    {ssa_source(layer), selection_.immediate(kHalf)});
        }
        nodes.push_back(layer);
        fields.array = true;
    }
    if (const nir::TextureSource* divisor = texture.source(nir::TextureSourceType::projector)) {
        nodes.push_back(component(*divisor->ssa, 0));
        fields.projected = true;
    }
    if (const nir::TextureSource* sample = texture.source(nir::TextureSourceType::ms_index)) {
        nodes.push_back(component(*sample->ssa, 0));
    }
    if (texture.op == nir::TextureOp::txd) {
        while (nodes.size() < 4) {
            nodes.push_back(selection_.constant(0, false));
        }
        for (const auto type : {nir::TextureSourceType::ddx, nir::TextureSourceType::ddy}) {
            const nir::TextureSource* derivative = texture.source(type);
            for (unsigned i = 0; derivative != nullptr && i < count; ++i) {
                nodes.push_back(component(*derivative->ssa, i));
            }
            if (count == 1) {
                nodes.push_back(selection_.constant(0, false));
            }
        }
    }
    return collect(nodes);
}

// Offsets, then lod or bias. Fetches with offsets, and whatever has no derivatives to choose a
// level by, have a level even where NIR gives none.
Node* Translator::texture_offsets(const nir::TextureInstruction& texture, TextureFields& fields) {
    std::vector<Node*> nodes;
    if (const nir::TextureSource* offset = texture.source(nir::TextureSourceType::offset)) {
        for (unsigned i = 0; i < offset->ssa->num_components; ++i) {
            nodes.push_back(component(*offset->ssa, i));
        }
        if (nodes.size() < 2) {
            nodes.push_back(selection_.constant(0, false));
        }
        fields.offset = true;
    }
    bool has_level = false;
    for (const auto type : {nir::TextureSourceType::lod, nir::TextureSourceType::bias}) {
        const nir::TextureSource* source = texture.source(type);
        if (source != nullptr) {
            nodes.push_back(component(*source->ssa, 0));
            has_level = true;
        }
    }
    const bool wants_level = (texture.op == nir::TextureOp::txf && fields.offset) ||
                             (texture.op == nir::TextureOp::tex && !is_fragment());
    if (wants_level && !has_level) {
        nodes.push_back(selection_.constant(0, false));
    }
    return nodes.empty() ? nullptr : collect(nodes);
}

void Translator::translate_texture(const nir::TextureInstruction& texture) {
    using nir::TextureOp;
    if (texture.texture_index > kMaxTexture || texture.sampler_index > kMaxSampler ||
        texture.source(nir::TextureSourceType::texture_offset) != nullptr ||
        texture.source(nir::TextureSourceType::sampler_offset) != nullptr || texture.is_sparse ||
        texture.source(nir::TextureSourceType::min_lod) != nullptr) {
        refuse("this way to choose or sample a texture is");
        return;
    }
    if (texture.is_query()) {
        translate_query(texture);
        return;
    }
    TextureFields fields;
    fields.texture = static_cast<std::uint8_t>(texture.texture_index);
    fields.sampler = static_cast<std::uint8_t>(texture.sampler_index);
    Node* coordinates = texture_coordinates(texture, fields);
    Node* second = texture_offsets(texture, fields);
    fields.plain = texture.dim == nir::TextureDim::dim_2d && texture.coord_components == 2 &&
                   texture.num_sources == 1;
    Opcode opcode = Opcode::sam;
    switch (texture.op) {
    case TextureOp::tex:
        if (!is_fragment()) {
            // Nothing tells how fast coordinates change: the base level it is.
            opcode = Opcode::saml;
        }
        break;
    case TextureOp::txb: opcode = Opcode::samb; break;
    case TextureOp::txl: opcode = Opcode::saml; break;
    case TextureOp::txd: opcode = Opcode::samgq; break;
    case TextureOp::txf: opcode = second != nullptr ? Opcode::isaml : Opcode::isam; break;
    case TextureOp::txf_ms: opcode = Opcode::isamm; break;
    case TextureOp::tg4: {
        constexpr std::array kGathers = {Opcode::gather4r, Opcode::gather4g, Opcode::gather4b,
                                         Opcode::gather4a};
        opcode = kGathers[texture.component & 3U];
        break;
    }
    default: refuse("this texture operation is"); return;
    }
    if (texture.op == TextureOp::txd && !is_fragment()) {
        refuse("explicit gradients outside fragment shaders are");
        return;
    }
    Node* result = emit_texture(opcode, fields, coordinates, second, result_type(texture),
                                texture.value.num_components);
    set_components(texture.value, result);
}

void Translator::translate_query(const nir::TextureInstruction& texture) {
    using nir::TextureOp;
    TextureFields fields;
    fields.texture = static_cast<std::uint8_t>(texture.texture_index);
    fields.sampler = static_cast<std::uint8_t>(texture.sampler_index);
    switch (texture.op) {
    case TextureOp::txs: {
        const nir::TextureSource* lod = texture.source(nir::TextureSourceType::lod);
        fields.array = texture.is_array;
        fields.three_dimensional =
            texture.dim == nir::TextureDim::dim_3d || texture.dim == nir::TextureDim::dim_cube;
        Node* level = lod != nullptr ? component(*lod->ssa, 0) : selection_.constant(0, false);
        Node* size = emit_texture(Opcode::getsize, fields, level, nullptr, DataType::u32, 4);
        const unsigned layers = texture.is_array ? texture.value.num_components - 1 : ~0U;
        for (unsigned i = 0; i < texture.value.num_components; ++i) {
            selection_.set_node(texture.value, i, split(size, i == layers ? 3 : i));
        }
        return;
    }
    case TextureOp::query_levels:
    case TextureOp::texture_samples: {
        Node* info = emit_texture(Opcode::getinfo, fields, nullptr, nullptr, DataType::u32, 4);
        selection_.set_node(texture.value, 0,
                            split(info, texture.op == TextureOp::query_levels ? 2 : 3));
        return;
    }
    case TextureOp::lod: {
        Node* coordinates = texture_coordinates(texture, fields);
        fields.array = false;
        fields.shadow = false;
        Node* lod = emit_texture(Opcode::getlod, fields, coordinates, nullptr, DataType::s32, 2);
        for (unsigned i = 0; i < texture.value.num_components; ++i) {
            Node* number = selection_.emit(Opcode::cov, false, false, {ssa_source(split(lod, i))});
            number->source_type = DataType::s32;
            number->type = DataType::f32;
            selection_.set_node(
                texture.value, i,
                selection_.emit(Opcode::mul_f, false, false,
                                {ssa_source(number), selection_.immediate(kOneOver256)}));
        }
        return;
    }
    default: refuse("this texture query is"); return;
    }
}

void Translator::translate_derivative(const nir::SsaDef& result, const nir::SsaDef& value,
                                      Opcode opcode) {
    for (unsigned i = 0; i < result.num_components; ++i) {
        Node* node = emit_texture(opcode, {}, component(value, i), nullptr, DataType::f32, 1);
        selection_.set_node(result, i, node);
    }
}

} // namespace jacquard::ir3
