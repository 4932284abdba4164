#include <jacquard/nir/ir/instruction.h>

#include <cassert>

namespace jacquard::nir {

void Instruction::remove() {
    for_each_source([](Source& source) { source.set(nullptr); });
    for_each_def([](SsaDef& value) {
        assert(!value.has_uses());
        static_cast<void>(value);
    });
    unlink();
}

unsigned AluInstruction::unsized_bit_size() const {
    const OpcodeInfo& opcode_facts = info();
    if (opcode_facts.width_source >= 0) {
        const SsaDef* source = first_source[opcode_facts.width_source].ssa;
        if (source != nullptr) {
            return source->bit_size;
        }
    }
    return value.bit_size;
}

unsigned IntrinsicInstruction::source_components(unsigned i) const {
    const int declared = info().source_components[i];
    return declared < 0 ? 0 : declared == 0 ? component_count : static_cast<unsigned>(declared);
}

PhiSource* PhiInstruction::source_from(const Block* predecessor) const {
    for (PhiSource* source = first_source; source != nullptr; source = source->next) {
        if (source->predecessor == predecessor) {
            return source;
        }
    }
    return nullptr;
}

void PhiInstruction::remove_source(PhiSource* source) {
    PhiSource* before = nullptr;
    for (PhiSource* at = first_source; at != source; at = at->next) {
        before = at;
    }
    (before != nullptr ? before->next : first_source) = source->next;
    if (last_source == source) {
        last_source = before;
    }
    source->set(nullptr);
    source->next = nullptr;
}

int TextureInstruction::source_index(TextureSourceType type) const {
    for (int i = 0; i < num_sources; ++i) {
        if (first_source[i].type == type) {
            return i;
        }
    }
    return -1;
}

TextureSource* TextureInstruction::source(TextureSourceType type) {
    const int i = source_index(type);
    return i < 0 ? nullptr : &first_source[i];
}

const TextureSource* TextureInstruction::source(TextureSourceType type) const {
    const int i = source_index(type);
    return i < 0 ? nullptr : &first_source[i];
}

// Returns true if texels are addressed, not positions in a picture.
static bool addresses_texels(TextureOp op) {
    const TextureOpInfo& info = texture_op_info(op);
    return info.result == TextureResult::sampled && !info.needs_sampler;
}

AluType TextureInstruction::source_type(unsigned i) const {
    const bool whole = addresses_texels(op);
    switch (texture_source_info(first_source[i].type).bits) {
    case TextureSourceBits::float_bits: return {BaseType::float_type, 0};
    case TextureSourceBits::int_bits: return {BaseType::int_type, 0};
    case TextureSourceBits::uint_bits: return {BaseType::uint_type, 0};
    case TextureSourceBits::coordinate:
        return {whole ? BaseType::int_type : BaseType::float_type, 0};
    case TextureSourceBits::lod:
        return {whole || texture_op_info(op).result == TextureResult::size ? BaseType::int_type
                                                                           : BaseType::float_type,
                0};
    }
    return {};
}

unsigned TextureInstruction::source_size(unsigned i) const {
    const unsigned layer = is_array && !array_is_lowered_cube ? 1 : 0;
    switch (texture_source_info(first_source[i].type).size) {
    case TextureSourceSize::one: return 1;
    case TextureSourceSize::coordinate: return coord_components;
    case TextureSourceSize::offset:
    case TextureSourceSize::derivative:
        return coord_components > layer ? coord_components - layer : coord_components;
    case TextureSourceSize::any: break;
    }
    return 0;
}

unsigned TextureInstruction::result_size() const {
    const TextureOpInfo& info = texture_op_info(op);
    switch (info.result) {
    case TextureResult::sampled: return is_shadow && is_new_style_shadow ? 1 : 4;
    case TextureResult::size: return texture_dim_info(dim).size_components + (is_array ? 1U : 0U);
    case TextureResult::descriptor: return dim == TextureDim::dim_buf ? 4 : 8;
    case TextureResult::fixed: return info.result_components;
    }
    return 4;
}

bool TextureInstruction::has_implicit_derivative() const {
    return texture_op_info(op).implicit_derivative || is_gather_implicit_lod;
}

} // namespace jacquard::nir
