// Texture instructions and derivatives of the translation to the machine graph.

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/ir3/select_texture.h>
#include <jacquard/generated/nir/facts.h>
#include <jacquard/ir3/compiler/contract/shader_property.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/resources/textures.h>
#include <jacquard/ir3/isa/instruction/data_types.h>

#include <array>
#include <bit>

namespace jacquard::ir3 {

namespace {

// Slots.
constexpr unsigned kMaxTexture = (1U << kTextureBits) - 1;
// Descriptors.
constexpr unsigned kMaxTextureSet = (1U << kBaseBits) - 1;
constexpr unsigned kMaxNamed = 15; // by the instruction alone

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

// The sources that an operand of a form is made of, one bit each.
std::uint32_t sources_of(TextureOperand operand) {
    using nir::TextureSourceType;
    const auto bit = [](TextureSourceType type) { return 1U << static_cast<unsigned>(type); };
    switch (operand) {
    case TextureOperand::none: break;
    case TextureOperand::coordinate:
    case TextureOperand::layer: return bit(TextureSourceType::coord);
    case TextureOperand::reference: return bit(TextureSourceType::comparator);
    case TextureOperand::divisor: return bit(TextureSourceType::projector);
    case TextureOperand::sample: return bit(TextureSourceType::ms_index);
    case TextureOperand::derivative:
        return bit(TextureSourceType::ddx) | bit(TextureSourceType::ddy);
    case TextureOperand::offset: return bit(TextureSourceType::offset);
    case TextureOperand::level: return bit(TextureSourceType::lod) | bit(TextureSourceType::bias);
    }
    return 0;
}

// A source that the form does not read; null where it reads all.
const nir::TextureSource* unread_source(const nir::TextureInstruction& texture,
                                        const TextureForm& form, bool fetches_samples) {
    using nir::TextureSourceType;
    // These choose the descriptors.
    std::uint32_t read = 1U << static_cast<unsigned>(TextureSourceType::texture_offset) |
                         1U << static_cast<unsigned>(TextureSourceType::sampler_offset);
    for (const auto* operands : {&form.first, &form.second}) {
        for (const TextureOperand operand : *operands) {
            read |= sources_of(operand);
        }
    }
    if (!fetches_samples && texture.op == nir::TextureOp::txf_ms) {
        read |= sources_of(TextureOperand::sample); // in the column
    }
    for (const nir::TextureSource& source : texture.sources()) {
        if ((read >> static_cast<unsigned>(source.type) & 1U) == 0) {
            return &source;
        }
    }
    return nullptr;
}

} // namespace

Node* Textures::emit_texture(Opcode opcode, const TextureFields& fields, Node* first, Node* second,
                             DataType type, unsigned num_components, const TextureChoice& choice) {
    const std::size_t count = choice.pair != nullptr ? 3
                              : second != nullptr    ? 2
                              : first != nullptr     ? 1
                                                     : 0;
    Node* node = graph_.make_machine(opcode, count);
    if (choice.pair != nullptr) {
        node->sources()[2] = ssa_source(choice.pair);
    }
    if (choice.address) {
        node->address = set_descriptors(*choice.address);
    }
    if (first != nullptr) {
        node->sources()[0] = ssa_source(first);
    }
    if (second != nullptr) {
        node->sources()[1] = ssa_source(second);
    }
    node->texture = fields;
    node->type = type;
    node->dst.kind = RegisterKind::ssa;
    node->dst.half = is_one_of(type, kHalfTypes);
    node->length = static_cast<std::uint8_t>(num_components);
    node->write_mask = static_cast<std::uint16_t>((1U << num_components) - 1);
    return selection_.append(node);
}

// Adds what the form wants next, and notes in the fields that it is there.
void Textures::add_texture_operand(const nir::TextureInstruction& texture,
                                   const TextureLookup& asked, const TextureForm& form,
                                   TextureOperand wanted, NodeVector& nodes,
                                   TextureFields& fields) {
    using nir::TextureSourceType;
    const nir::TextureSource* coordinate = texture.source(TextureSourceType::coord);
    const unsigned total = texture.coord_components;
    const unsigned count = texture.is_array && total > 0 ? total - 1 : total;
    const auto level = [&]() {
        const nir::TextureSource* source = texture.source(TextureSourceType::lod);
        source = source != nullptr ? source : texture.source(TextureSourceType::bias);
        return source != nullptr ? component(*source->ssa, 0) : selection_.constant(0, false);
    };
    const auto add_if_given = [&](TextureSourceType type) {
        const nir::TextureSource* source = texture.source(type);
        if (source != nullptr) {
            nodes.push_back(component(*source->ssa, 0));
        }
        return source != nullptr;
    };
    const auto sample_of = [&]() {
        const nir::TextureSource* source = texture.source(TextureSourceType::ms_index);
        return source != nullptr ? component(*source->ssa, 0) : nullptr;
    };
    switch (wanted) {
    case TextureOperand::none: break;
    case TextureOperand::coordinate:
        for (unsigned i = 0; coordinate != nullptr && i < count; ++i) {
            Node* place = adjust_texture(selection_, asked, TextureAdjustment::coordinate,
                                         component(*coordinate->ssa, i),
                                         {.level = asked.has_level ? level() : nullptr});
            if (i == 0 && texture.op == nir::TextureOp::txf_ms && !machine_.fetches_samples) {
                place = adjust_texture(
                    selection_, asked, TextureAdjustment::column, place,
                    {.sample = sample_of(),
                     .sample_bits = numbered_.sample_bits_of(texture.texture_index)});
            }
            nodes.push_back(place);
        }
        // The unit always reads two: a line or buffer is a plane of one row.
        if (count == 1) {
            nodes.push_back(selection_.constant(form.row, false));
        }
        fields.two_dimensional = nodes.size() > 1;
        fields.three_dimensional = count == 3;
        break;
    case TextureOperand::layer:
        if (texture.is_array && coordinate != nullptr) {
            nodes.push_back(adjust_texture(selection_, asked, TextureAdjustment::layer,
                                           component(*coordinate->ssa, count)));
            fields.array = true;
        }
        break;
    case TextureOperand::reference:
        fields.shadow = add_if_given(TextureSourceType::comparator);
        break;
    case TextureOperand::divisor:
        fields.projected = add_if_given(TextureSourceType::projector);
        break;
    case TextureOperand::sample: add_if_given(TextureSourceType::ms_index); break;
    case TextureOperand::derivative:
        while (nodes.size() < 4) {
            nodes.push_back(selection_.constant(0, false));
        }
        for (const auto type : {TextureSourceType::ddx, TextureSourceType::ddy}) {
            const nir::TextureSource* derivative = texture.source(type);
            for (unsigned i = 0; derivative != nullptr && i < count; ++i) {
                nodes.push_back(component(*derivative->ssa, i));
            }
            if (count == 1) {
                nodes.push_back(selection_.constant(0, false));
            }
        }
        break;
    case TextureOperand::offset:
        if (const nir::TextureSource* offset = texture.source(TextureSourceType::offset)) {
            for (unsigned i = 0; i < offset->ssa->num_components; ++i) {
                nodes.push_back(component(*offset->ssa, i));
            }
            if (nodes.size() < 2) {
                nodes.push_back(selection_.constant(0, false));
            }
            fields.offset = true;
        }
        break;
    case TextureOperand::level: nodes.push_back(level()); break;
    }
}

Node* Textures::set_descriptors(std::uint32_t value) {
    Node* address = graph_.make_machine(role::kSetDescriptors, 1);
    address->sources()[0] = immediate_source(value, true);
    address->dst.kind = RegisterKind::address;
    address->dst.number = kDescriptorAddress;
    address->dst.half = true;
    address->source_type = DataType::u16;
    address->type = DataType::u16;
    return selection_.append(address);
}

// The number of a descriptor: `unit`, and `stride` times what is added to the number of a resource.
Node* Textures::descriptor_of(const nir::Source* offset, std::uint32_t unit, std::uint32_t stride) {
    if (offset == nullptr) {
        return selection_.constant(unit, false);
    }
    return descriptors_.descriptor_at(component(*offset->ssa, 0), stride, unit);
}

bool Textures::choose_texture(const nir::TextureInstruction& texture, TextureFields& fields,
                              TextureChoice& choice) {
    using nir::TextureSourceType;
    const nir::TextureSource* texture_offset = texture.source(TextureSourceType::texture_offset);
    const nir::TextureSource* sampler_offset = texture.source(TextureSourceType::sampler_offset);
    const bool is_chosen = texture_offset != nullptr || sampler_offset != nullptr;
    if (graph_.resources.empty() || !machine_.bindless_descriptors) {
        fields.texture = static_cast<std::uint16_t>(texture.texture_index);
        fields.sampler = static_cast<std::uint16_t>(texture.sampler_index);
        return texture.texture_index <= kMaxTexture && texture.sampler_index <= kMaxNamed &&
               !is_chosen;
    }
    const Resource* image =
        find_resource(graph_.resources, ResourceKind::texture, texture.texture_index);
    const Resource* sampler = image;
    if (texture.needs_sampler()) {
        sampler = find_resource(graph_.resources, ResourceKind::texture, texture.sampler_index);
        if (sampler == nullptr) {
            sampler = find_resource(graph_.resources, ResourceKind::sampler, texture.sampler_index);
        } else if (!sampler->has_sampler) {
            sampler = nullptr;
        }
    }
    if (image == nullptr || sampler == nullptr || image->set > kMaxTextureSet ||
        sampler->set > kMaxTextureSet) {
        return false;
    }
    const std::uint32_t image_unit =
        image->unit + (texture.texture_index - image->first) * image->stride;
    std::uint32_t sampler_unit = 0;
    if (texture.needs_sampler()) {
        sampler_unit = sampler->unit + (texture.sampler_index - sampler->first) * sampler->stride +
                       (sampler->has_sampler ? 1 : 0);
    }
    fields.by_descriptor = true;
    fields.texture_set = static_cast<std::uint8_t>(image->set);
    fields.sampler_set = static_cast<std::uint8_t>(sampler->set);
    const bool is_one_set = image->set == sampler->set;
    if (is_chosen) {
        const bool differs = texture.texture_non_uniform || texture.sampler_non_uniform;
        choice.pair =
            collect(std::array{descriptor_of(texture_offset, image_unit, image->stride),
                               descriptor_of(sampler_offset, sampler_unit, sampler->stride)});
        if (is_one_set) {
            fields.mode =
                differs ? DescriptorMode::bindless_nonuniform : DescriptorMode::bindless_uniform;
        } else {
            choice.address = sampler->set;
            fields.mode = differs ? DescriptorMode::bindless_a1_nonuniform
                                  : DescriptorMode::bindless_a1_uniform;
        }
        return true;
    }
    fields.texture = static_cast<std::uint16_t>(image_unit);
    fields.sampler = static_cast<std::uint16_t>(sampler_unit);
    if (is_one_set && image_unit <= kMaxNamed && sampler_unit <= kMaxNamed) {
        fields.mode = DescriptorMode::bindless_immediate;
        return true;
    }
    fields.mode = DescriptorMode::bindless_a1_immediate;
    const std::uint32_t in_address = machine_.address_names_sampler ? sampler_unit : image_unit;
    const std::uint32_t in_word = machine_.address_names_sampler ? image_unit : sampler_unit;
    choice.address = in_address << kBaseBits | sampler->set;
    // The word has room for one of them.
    (machine_.address_names_sampler ? fields.sampler : fields.texture) = 0;
    return in_word <= kMaxTexture && *choice.address <= 0xffff;
}

void Textures::translate(const nir::TextureInstruction& texture) {
    using nir::TextureSourceType;
    TextureFields fields;
    TextureChoice choice;
    if (texture.source(TextureSourceType::min_lod) != nullptr ||
        !choose_texture(texture, fields, choice)) {
        refuse("this way to choose or sample a texture is");
        return;
    }
    TextureLookup asked;
    asked.op = texture.op;
    asked.quads = is_fragment() || property_of(shader_, "CS_DERIVATIVE_GROUP") != 0;
    asked.compute = graph_.stage == ShaderStage::compute;
    asked.fetch = fetches_texels(texture.op);
    asked.has_level = texture.source(TextureSourceType::lod) != nullptr ||
                      texture.source(TextureSourceType::bias) != nullptr;
    asked.has_offset = texture.source(TextureSourceType::offset) != nullptr;
    asked.integer = texture.dest_type.base != nir::BaseType::float_type;
    asked.component = texture.component;
    const TextureForm* form = select_texture(selection_, asked);
    if (form == nullptr) {
        refuse("the texture operation '" + std::string(nir::texture_op_info(texture.op).name) +
               "' is, in this stage on this part,");
        return;
    }
    if (const auto* unread = unread_source(texture, *form, machine_.fetches_samples)) {
        refuse("the operand '" + std::string(nir::texture_source_info(unread->type).name) +
               "' of '" + std::string(nir::texture_op_info(texture.op).name) +
               "' is, on this part,");
        return;
    }
    if (const std::string_view fact = nir::fact_refused_by_machine(texture); !fact.empty()) {
        refuse("'" + std::string(fact) + "' of '" +
               std::string(nir::texture_op_info(texture.op).name) + "' is");
        return;
    }
    const bool half = Selection::is_half_size(texture.value.bit_size);
    if (form->type && is_one_of(*form->type, kHalfTypes) != half) {
        refuse("a result of " + std::to_string(texture.value.bit_size) + " bits of '" +
               std::string(nir::texture_op_info(texture.op).name) + "' is");
        return;
    }
    fields.plain = texture.dim == nir::TextureDim::dim_2d && texture.coord_components == 2 &&
                   texture.num_sources == 1;
    if (form->layers) {
        fields.array = texture.is_array;
        fields.three_dimensional =
            texture.dim == nir::TextureDim::dim_3d || texture.dim == nir::TextureDim::dim_cube;
    }
    NodeVector first(graph_.pool());
    NodeVector second(graph_.pool());
    for (const TextureOperand wanted : form->first) {
        add_texture_operand(texture, asked, *form, wanted, first, fields);
    }
    for (const TextureOperand wanted : form->second) {
        add_texture_operand(texture, asked, *form, wanted, second, fields);
    }
    const unsigned wanted = texture.value.num_components;
    Node* more = second.empty() ? nullptr : collect(second);
    Node* result = emit_texture(form->opcode, fields, first.empty() ? nullptr : collect(first),
                                more, form->type.value_or(result_type(texture)),
                                form->result || form->layers ? 4 : wanted, choice);
    if (!form->result && !form->layers && form->gives == TextureAdjustment::none) {
        set_components(texture.value, result);
        return;
    }
    const unsigned layers = form->layers && texture.is_array ? wanted - 1 : ~0U;
    for (unsigned i = 0; i < wanted; ++i) {
        Node* value = split(result, form->result ? *form->result : i == layers ? *form->layers : i);
        selection_.set_node(
            texture.value, i,
            adjust_texture(selection_, asked,
                           i == layers ? TextureAdjustment::layer_count : form->gives, value));
    }
}

void Textures::translate_derivative(const nir::SsaDef& result, const nir::SsaDef& value,
                                    Opcode opcode) {
    const DataType type = Selection::is_half_size(result.bit_size) ? DataType::f16 : DataType::f32;
    for (unsigned i = 0; i < result.num_components; ++i) {
        Node* node = emit_texture(opcode, {}, component(value, i), nullptr, type, 1, {});
        // The second instruction of a pair gives the result.
        node->texture.projected = has_property(graph_.revision, opcode, property_fine);
        selection_.set_node(result, i, node);
    }
}

void Textures::load_sample_position(const nir::IntrinsicInstruction& load) {
    Node* offset = emit_texture(role::kSamplePosition, {}, component(*load.sources()[0].ssa, 0),
                                nullptr, DataType::f32, 2, {});
    const auto half = std::bit_cast<std::uint32_t>(0.5F);
    for (unsigned i = 0; i < load.value.num_components; ++i) {
        selection_.set_node(load.value, i,
                            selection_.emit(role::kAddCentre, false, false,
                                            {ssa_source(split(offset, i)),
                                             ssa_source(selection_.constant(half, false))}));
    }
}

} // namespace jacquard::ir3
