#include <jacquard/spirv/translate/translator.h>

#include <algorithm>

// Images through the texture unit.
namespace jacquard::spirv {

namespace {

std::uint32_t bit(ImageOperands operand) {
    return static_cast<std::uint32_t>(operand);
}

} // namespace

const Type& Translator::image_type(const Value& image) const {
    const Type* type = image.type;
    if (type->kind == TypeKind::sampled_image) {
        type = type->element;
    }
    if (type->kind != TypeKind::image || image.pointer == nullptr) {
        malformed("an image is expected");
    }
    return *type;
}

bool Translator::is_non_uniform(std::uint32_t id) const {
    return decorations_.has(id, Decoration::NonUniform);
}

void Translator::translate_sampled_image() {
    const Value& image = operand(0);
    const Value& sampler = operand(1);
    if (now_.type == nullptr || now_.type->kind != TypeKind::sampled_image ||
        image.type->kind != TypeKind::image || sampler.type->kind != TypeKind::sampler) {
        malformed("an image of its type and a sampler are expected");
    }
    Value& both = new_value(*now_.type);
    both.pointer = image.pointer;
    both.sampler = sampler.pointer;
    define(both);
}

void Translator::translate_image_of() {
    const Value& both = operand(0);
    if (both.type->kind != TypeKind::sampled_image || both.type->element != now_.type) {
        malformed("an image with a sampler is expected");
    }
    Value& image = new_value(*now_.type);
    image.pointer = both.pointer;
    image.sampler = both.pointer;
    define(image);
}

nir::TextureInstruction* Translator::begin_texture(nir::TextureOp op, const Value& image) {
    const Type& type = image_type(image);
    nir::TextureInstruction* texture = b().texture(op);
    const nir::Type* shape = nir_type(type);
    if (shape->kind != nir::TypeKind::texture) {
        malformed("the image is a storage image");
    }
    texture->dim = shape->dim;
    texture->is_array = type.image.is_array;
    texture->dest_type = type.scalar;
    texture->texture_non_uniform = is_non_uniform(word(0));
    shader_->add_texture_source(texture, nir::TextureSourceType::texture_deref,
                                &deref(*image.pointer)->value);
    if (nir::texture_op_info(op).needs_sampler) {
        if (image.type->kind != TypeKind::sampled_image) {
            malformed("an image with a sampler is expected");
        }
        texture->sampler_non_uniform = texture->texture_non_uniform;
        shader_->add_texture_source(texture, nir::TextureSourceType::sampler_deref,
                                    &deref(*image.sampler)->value);
    }
    return texture;
}

void Translator::add_gather_offsets(nir::TextureInstruction* texture, std::uint32_t id) {
    const Constant& offsets = constant(id);
    if (offsets.type->kind != TypeKind::array || offsets.type->count != 4 ||
        texture->op != nir::TextureOp::tg4) {
        malformed("a gather takes an array of 4 offsets");
    }
    std::vector<nir::ConstantValue> numbers;
    flatten(offsets, numbers);
    texture->has_gather_offsets = true;
    for (std::size_t i = 0; i < 4 && numbers.size() == 8; ++i) {
        for (std::size_t c = 0; c < 2; ++c) {
            texture->gather_offsets[i][c] =
                static_cast<std::int8_t>(std::clamp(numbers[2 * i + c].i32, -128, 127));
        }
    }
}

// The operands behind the mask at word `first`, in the order of their bits.
void Translator::add_image_operands(nir::TextureInstruction* texture, std::size_t first) {
    using nir::TextureSourceType;
    if (first >= now_.words.size()) {
        return;
    }
    const std::uint32_t mask = word(first);
    std::size_t at = first + 1;
    const auto take = [&](ImageOperands operand) {
        return (mask & bit(operand)) != 0 ? std::optional(word(at++)) : std::nullopt;
    };
    const auto add = [&](TextureSourceType type, std::optional<std::uint32_t> id) {
        if (id) {
            SsaDef* given = def(*id);
            if (given->bit_size == 1) {
                malformed("a boolean is not an operand of an image");
            }
            shader_->add_texture_source(texture, type, given);
        }
    };
    add(TextureSourceType::bias, take(ImageOperands::Bias));
    add(TextureSourceType::lod, take(ImageOperands::Lod));
    if ((mask & bit(ImageOperands::Grad)) != 0) {
        add(TextureSourceType::ddx, word(at++));
        add(TextureSourceType::ddy, word(at++));
    }
    add(TextureSourceType::offset, take(ImageOperands::ConstOffset));
    add(TextureSourceType::offset, take(ImageOperands::Offset));
    if (const auto offsets = take(ImageOperands::ConstOffsets)) {
        add_gather_offsets(texture, *offsets);
    }
    add(TextureSourceType::ms_index, take(ImageOperands::Sample));
    add(TextureSourceType::min_lod, take(ImageOperands::MinLod));
}

void Translator::define_texture(nir::TextureInstruction* texture, bool is_sparse) {
    for (nir::TextureSource& source : texture->sources()) {
        const nir::TextureSourceInfo& info = nir::texture_source_info(source.type);
        const bool is_taken = info.operations == 0 ||
                              (info.operations >> static_cast<unsigned>(texture->op) & 1) != 0;
        if (!is_taken || texture->source(source.type) != &source) {
            malformed("the instruction takes no operand " + std::string(info.name) +
                      (is_taken ? " besides the one it has" : ""));
        }
        const auto i = static_cast<unsigned>(&source - texture->first_source);
        const unsigned wanted = texture->source_size(i);
        if (wanted != 0 && source.ssa->num_components > wanted) {
            std::vector<nir::Operand> components;
            for (unsigned c = 0; c < wanted; ++c) {
                components.push_back(nir::channel(source.ssa, c));
            }
            source.set(b().vec(components));
        } else if (wanted != 0 && source.ssa->num_components < wanted) {
            malformed("an operand has too few components for the image");
        }
    }
    if (texture->has_gather_offsets && texture->source(nir::TextureSourceType::offset) != nullptr) {
        malformed("its offsets are given twice");
    }
    const std::uint32_t missing = missing_sources(*texture);
    if (missing != 0) {
        malformed("operands that the image or the instruction needs are missing");
    }
    const Type& texel = is_sparse ? *now_.type->members[1] : *now_.type;
    if (!texel.is_vector_or_scalar()) {
        malformed("its type is not a vector");
    }
    if (texel.scalar.base != nir::BaseType::bool_type) {
        texture->dest_type = texel.scalar;
    }
    texture->is_sparse = is_sparse;
    SsaDef* result = b().finish_texture(texture, texel.scalar.bit_size);
    std::vector<nir::Operand> components;
    for (unsigned c = 0; c < texel.components(); ++c) {
        if (c >= texture->result_size()) {
            malformed("its type has more components than the image gives");
        }
        components.push_back(nir::channel(result, c));
    }
    SsaDef* values = b().vec(components);
    if (!is_sparse) {
        define(values);
        return;
    }
    define_pair(b().whole(nir::channel(result, texture->result_size())), values);
}

std::uint32_t Translator::missing_sources(nir::TextureInstruction& texture) {
    std::uint32_t missing = 0;
    const std::uint32_t needed = nir::texture_op_info(texture.op).needed_sources;
    for (std::uint32_t type = 0; needed >> type != 0; ++type) {
        const bool is_there = texture.source(static_cast<nir::TextureSourceType>(type)) != nullptr;
        if ((needed >> type & 1) != 0 && !is_there) {
            missing |= 1U << type;
        }
    }
    return missing;
}

void Translator::translate_sample() {
    using nir::TextureOp;
    using nir::TextureSourceType;
    const InstructionInfo& info = *now_.info;
    const Value& image = operand(0);
    const Type& type = image_type(image);
    std::size_t next = 2;
    SsaDef* extra = nullptr; // the reference, or the component that is gathered
    const bool is_dref = info.has(HandlingFlag::dref);
    std::uint64_t component = 0;
    if (is_dref) {
        extra = operand_def(next++);
    } else if (info.has(HandlingFlag::component)) {
        component = constant_number(word(next++));
    }
    const std::uint32_t mask = next < now_.words.size() ? word(next) : 0;
    auto op = static_cast<TextureOp>(info.fact);
    if (op == TextureOp::tex && (mask & bit(ImageOperands::Bias)) != 0) {
        op = TextureOp::txb;
    } else if (op == TextureOp::txl && (mask & bit(ImageOperands::Grad)) != 0) {
        op = TextureOp::txd;
    } else if (op == TextureOp::txf && type.image.is_multisample) {
        op = TextureOp::txf_ms;
    }
    nir::TextureInstruction* texture = begin_texture(op, image);
    SsaDef* coordinate = operand_def(1);
    const unsigned layers = type.image.is_array ? 1 : 0;
    const unsigned wanted = nir::texture_dim_info(texture->dim).coord_components + layers;
    if (coordinate->num_components < wanted + (info.has(HandlingFlag::proj) ? 1U : 0U) ||
        coordinate->bit_size == 1) {
        malformed("the coordinate has too few components for the image");
    }
    if (info.has(HandlingFlag::proj)) {
        SsaDef* divisor = b().whole(nir::channel(coordinate, wanted));
        shader_->add_texture_source(texture, TextureSourceType::projector, divisor);
    }
    std::vector<nir::Operand> components;
    for (unsigned c = 0; c < wanted; ++c) {
        components.push_back(nir::channel(coordinate, c));
    }
    texture->coord_components = static_cast<std::uint8_t>(wanted);
    shader_->add_texture_source(texture, TextureSourceType::coord, b().vec(components));
    if (is_dref) {
        texture->is_shadow = true;
        texture->is_new_style_shadow = op != TextureOp::tg4;
        shader_->add_texture_source(texture, TextureSourceType::comparator, extra);
    } else if (op == TextureOp::tg4) {
        if (component > 3) {
            malformed("there is no component " + std::to_string(component) + " to gather");
        }
        texture->component = static_cast<std::uint32_t>(component);
    }
    add_image_operands(texture, next);
    if (op == TextureOp::txf && texture->source(TextureSourceType::lod) == nullptr &&
        texture->dim != nir::TextureDim::dim_buf) {
        shader_->add_texture_source(texture, TextureSourceType::lod, b().imm_int(0));
    }
    const bool is_sparse = info.has(HandlingFlag::sparse);
    if (is_sparse && (now_.type->kind != TypeKind::structure || now_.type->members.size() != 2)) {
        malformed("its type is not a structure of a code and a texel");
    }
    define_texture(texture, is_sparse);
    texture->dest_type = texel_type(texture->dest_type, next);
}

void Translator::translate_image_query() {
    using nir::TextureOp;
    using nir::TextureSourceType;
    const Value& image = operand(0);
    const Type& type = image_type(image);
    const auto op = static_cast<TextureOp>(now_.info->fact);
    if (type.image.is_storage) {
        query_storage_image(image, type, op);
        return;
    }
    nir::TextureInstruction* texture = begin_texture(op, image);
    texture->dest_type = {nir::BaseType::int_type, 32};
    if (op == TextureOp::lod) {
        SsaDef* coordinate = operand_def(1);
        texture->is_array = false; // the coordinate has no layer
        const unsigned wanted = nir::texture_dim_info(texture->dim).coord_components;
        if (coordinate->num_components < wanted) {
            malformed("the coordinate has too few components for the image");
        }
        std::vector<nir::Operand> components;
        for (unsigned c = 0; c < wanted; ++c) {
            components.push_back(nir::channel(coordinate, c));
        }
        texture->coord_components = static_cast<std::uint8_t>(wanted);
        shader_->add_texture_source(texture, TextureSourceType::coord, b().vec(components));
    } else if (op == TextureOp::txs && !type.image.is_multisample) {
        SsaDef* level = now_.words.size() > 1 ? scalar_integer(1) : b().imm_int(0);
        shader_->add_texture_source(texture, TextureSourceType::lod, level);
    }
    define_texture(texture, false);
}

} // namespace jacquard::spirv
