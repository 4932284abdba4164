#include <jacquard/spirv/translate/images/storage_images.h>
#include <jacquard/spirv/translate/images/textures.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <algorithm>

// Images that are read by the texture unit.
namespace jacquard::spirv {

namespace {

std::uint32_t bit(ImageOperands operand) {
    return static_cast<std::uint32_t>(operand);
}

} // namespace

bool Textures::is_non_uniform(std::uint32_t id) const {
    return decorations().has(id, Decoration::NonUniform);
}

void Textures::translate_sampled_image() {
    const Value& image = values_.operand(0);
    const Value& sampler = values_.operand(1);
    if (now().type == nullptr || now().type->kind != TypeKind::sampled_image ||
        image.type->kind != TypeKind::image || sampler.type->kind != TypeKind::sampler) {
        malformed("an image of its type and a sampler are expected");
    }
    Value& both = values_.new_value(*now().type);
    both.pointer = image.pointer;
    both.sampler = sampler.pointer;
    values_.define(both);
}

void Textures::translate_image_of() {
    const Value& both = values_.operand(0);
    if (both.type->kind != TypeKind::sampled_image || both.type->element != now().type) {
        malformed("an image with a sampler is expected");
    }
    Value& image = values_.new_value(*now().type);
    image.pointer = both.pointer;
    image.sampler = both.pointer;
    values_.define(image);
}

nir::TextureInstruction* Textures::begin_texture(nir::TextureOp op, const Value& image) {
    const Type& type = storage_images_.image_type(image);
    nir::TextureInstruction* texture = b().texture(op);
    const nir::Type* shape = types_.nir_type(type);
    if (shape->kind != nir::TypeKind::texture) {
        malformed("the image is a storage image");
    }
    texture->dim = shape->dim;
    texture->is_array = type.image.is_array;
    texture->dest_type = type.scalar;
    texture->texture_non_uniform = is_non_uniform(word(0));
    shader().add_texture_source(texture, nir::TextureSourceType::texture_deref,
                                &pointers_.deref(*image.pointer)->value);
    if (nir::texture_op_info(op).needs_sampler) {
        if (image.type->kind != TypeKind::sampled_image) {
            malformed("an image with a sampler is expected");
        }
        texture->sampler_non_uniform = texture->texture_non_uniform;
        shader().add_texture_source(texture, nir::TextureSourceType::sampler_deref,
                                    &pointers_.deref(*image.sampler)->value);
    }
    return texture;
}

void Textures::add_gather_offsets(nir::TextureInstruction* texture, std::uint32_t id) {
    const Constant& offsets = constants_.constant(id);
    if (offsets.type->kind != TypeKind::array || offsets.type->count != 4 ||
        texture->op != nir::TextureOp::tg4) {
        malformed("a gather takes an array of 4 offsets");
    }
    std::vector<nir::ConstantValue> numbers;
    constants_.flatten(offsets, numbers);
    texture->has_gather_offsets = true;
    for (std::size_t i = 0; i < 4 && numbers.size() == 8; ++i) {
        for (std::size_t c = 0; c < 2; ++c) {
            texture->gather_offsets[i][c] =
                static_cast<std::int8_t>(std::clamp(numbers[2 * i + c].i32, -128, 127));
        }
    }
}

// The operands behind the mask at word `first`, in the order of their bits.
void Textures::add_image_operands(nir::TextureInstruction* texture, std::size_t first) {
    using nir::TextureSourceType;
    if (first >= now().words.size()) {
        return;
    }
    const std::uint32_t mask = word(first);
    std::size_t at = first + 1;
    const auto take = [&](ImageOperands operand) {
        return (mask & bit(operand)) != 0 ? std::optional(word(at++)) : std::nullopt;
    };
    const auto add = [&](TextureSourceType type, std::optional<std::uint32_t> id) {
        if (id) {
            SsaDef* given = values_.def(*id);
            if (given->bit_size == 1) {
                malformed("a boolean is not an operand of an image");
            }
            shader().add_texture_source(texture, type, given);
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

void Textures::define_texture(nir::TextureInstruction* texture, bool is_sparse) {
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
    const Type& texel = is_sparse ? *now().type->members[1] : *now().type;
    if (!texel.is_vector_or_scalar()) {
        malformed("its type is not a vector");
    }
    if (texel.scalar.base != nir::BaseType::bool_type) {
        texture->dest_type = texel.scalar;
    }
    texture->is_sparse = is_sparse;
    // A kernel may want the size, which is numbers of 32 bits, as numbers of 64.
    const bool is_wide_size = texture->op == nir::TextureOp::txs && texel.scalar.bit_size == 64;
    if (is_wide_size) {
        texture->dest_type.bit_size = 32;
    }
    SsaDef* result = b().finish_texture(texture, is_wide_size ? 32 : texel.scalar.bit_size);
    std::vector<nir::Operand> components;
    for (unsigned c = 0; c < texel.components(); ++c) {
        if (c >= texture->result_size()) {
            malformed("its type has more components than the image gives");
        }
        components.push_back(nir::channel(result, c));
    }
    SsaDef* values = b().vec(components);
    if (is_wide_size) {
        values = widths_.as_width(values, 64, false);
    }
    if (!is_sparse) {
        values_.define(values);
        return;
    }
    values_.define_pair(b().whole(nir::channel(result, texture->result_size())), values);
}

std::uint32_t Textures::missing_sources(nir::TextureInstruction& texture) {
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

// Kernels look up a texel by its numbers: its middle, so that no rounding leads to another one.
nir::SsaDef* Textures::as_place(SsaDef* coordinate, unsigned layers) {
    SsaDef* numbers = b().i2f32(coordinate);
    std::vector<nir::Operand> components;
    for (unsigned c = 0; c < numbers->num_components; ++c) {
        SsaDef* number = b().whole(nir::channel(numbers, c));
        const bool is_layer = c + layers == numbers->num_components;
        components.emplace_back(is_layer && layers != 0 ? number
                                                        : b().fadd(number, b().imm_float(0.5F)));
    }
    return b().vec(components);
}

void Textures::translate_sample() {
    using nir::TextureOp;
    using nir::TextureSourceType;
    const InstructionInfo& info = *now().info;
    const Value& image = values_.operand(0);
    const Type& type = storage_images_.image_type(image);
    std::size_t next = 2;
    SsaDef* extra = nullptr; // the reference, or the component that is gathered
    const bool is_dref = info.has(HandlingFlag::dref);
    std::uint64_t component = 0;
    if (is_dref) {
        extra = values_.operand_def(next++);
    } else if (info.has(HandlingFlag::component)) {
        component = constants_.constant_number(word(next++));
    }
    const std::uint32_t mask = next < now().words.size() ? word(next) : 0;
    auto op = static_cast<TextureOp>(info.fact);
    if (op == TextureOp::tex && (mask & bit(ImageOperands::Bias)) != 0) {
        op = TextureOp::txb;
    } else if (op == TextureOp::txl && (mask & bit(ImageOperands::Grad)) != 0) {
        op = TextureOp::txd;
    } else if (op == TextureOp::txf && type.image.is_multisample) {
        op = TextureOp::txf_ms;
    }
    nir::TextureInstruction* texture = begin_texture(op, image);
    SsaDef* coordinate = values_.operand_def(1);
    const unsigned layers = type.image.is_array ? 1 : 0;
    const unsigned wanted = nir::texture_dim_info(texture->dim).coord_components + layers;
    if (coordinate->num_components < wanted + (info.has(HandlingFlag::proj) ? 1U : 0U) ||
        coordinate->bit_size == 1) {
        malformed("the coordinate has too few components for the image");
    }
    if (info.has(HandlingFlag::proj)) {
        SsaDef* divisor = b().whole(nir::channel(coordinate, wanted));
        shader().add_texture_source(texture, TextureSourceType::projector, divisor);
    }
    std::vector<nir::Operand> components;
    for (unsigned c = 0; c < wanted; ++c) {
        components.push_back(nir::channel(coordinate, c));
    }
    texture->coord_components = static_cast<std::uint8_t>(wanted);
    SsaDef* place = b().vec(components);
    if (op != TextureOp::txf && op != TextureOp::txf_ms && context().is_kernel() &&
        values_.operand(1).type->scalar.base != nir::BaseType::float_type) {
        place = as_place(place, layers);
    }
    shader().add_texture_source(texture, TextureSourceType::coord, place);
    if (is_dref) {
        texture->is_shadow = true;
        texture->is_new_style_shadow = op != TextureOp::tg4;
        shader().add_texture_source(texture, TextureSourceType::comparator, extra);
    } else if (op == TextureOp::tg4) {
        if (component > 3) {
            malformed("there is no component " + std::to_string(component) + " to gather");
        }
        texture->component = static_cast<std::uint32_t>(component);
    }
    add_image_operands(texture, next);
    if (op == TextureOp::txf && texture->source(TextureSourceType::lod) == nullptr &&
        texture->dim != nir::TextureDim::dim_buf) {
        shader().add_texture_source(texture, TextureSourceType::lod, b().imm_int(0));
    }
    const bool is_sparse = info.has(HandlingFlag::sparse);
    if (is_sparse && (now().type->kind != TypeKind::structure || now().type->members.size() != 2)) {
        malformed("its type is not a structure of a code and a texel");
    }
    define_texture(texture, is_sparse);
    texture->dest_type = storage_images_.texel_type(texture->dest_type, next);
}

void Textures::translate_image_query() {
    using nir::TextureOp;
    using nir::TextureSourceType;
    const Value& image = values_.operand(0);
    const Type& type = storage_images_.image_type(image);
    const auto op = static_cast<TextureOp>(now().info->fact);
    if (type.image.is_storage) {
        storage_images_.query_storage_image(image, type, op);
        return;
    }
    nir::TextureInstruction* texture = begin_texture(op, image);
    texture->dest_type = {nir::BaseType::int_type, 32};
    if (op == TextureOp::lod) {
        SsaDef* coordinate = values_.operand_def(1);
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
        shader().add_texture_source(texture, TextureSourceType::coord, b().vec(components));
    } else if (op == TextureOp::txs && !type.image.is_multisample &&
               texture->dim != nir::TextureDim::dim_buf) {
        SsaDef* level = now().words.size() > 1 ? widths_.scalar_integer(1) : b().imm_int(0);
        shader().add_texture_source(texture, TextureSourceType::lod, level);
    }
    define_texture(texture, false);
}

// Fetches what was drawn before, at the coordinate of this pixel plus the offset.
void Textures::read_subpass(const Value& image, const Type& type) {
    storage_images_.check_storage_operands(2);
    SsaDef* position = &b().load_frag_coord()->value;
    SsaDef* pixel = b().f2i32(nir::swizzle(position, {0, 1}));
    SsaDef* offset = values_.operand_def(1);
    if (offset->num_components != 2 || offset->bit_size != 32) {
        malformed("the offset of a pixel has two components of 32 bits");
    }
    nir::TextureInstruction* texture = begin_texture(
        type.image.is_multisample ? nir::TextureOp::txf_ms : nir::TextureOp::txf, image);
    texture->coord_components = 2;
    shader().add_texture_source(texture, nir::TextureSourceType::coord, b().iadd(pixel, offset));
    if (type.image.is_multisample) {
        shader().add_texture_source(texture, nir::TextureSourceType::ms_index,
                                    storage_images_.image_sample(2));
    } else {
        shader().add_texture_source(texture, nir::TextureSourceType::lod, b().imm_int(0));
    }
    define_texture(texture, false);
}

// Fetches the texel of an image that a kernel reads without a sampler.
void Textures::read_texel(const Value& image, const Type& type) {
    storage_images_.check_storage_operands(2);
    nir::TextureInstruction* texture = begin_texture(
        type.image.is_multisample ? nir::TextureOp::txf_ms : nir::TextureOp::txf, image);
    const unsigned wanted =
        nir::texture_dim_info(texture->dim).coord_components + (type.image.is_array ? 1U : 0U);
    SsaDef* coordinate = values_.operand_def(1);
    if (coordinate->num_components < wanted || coordinate->bit_size == 1) {
        malformed("the coordinate has too few components for the image");
    }
    std::vector<nir::Operand> components;
    for (unsigned c = 0; c < wanted; ++c) {
        components.push_back(nir::channel(coordinate, c));
    }
    texture->coord_components = static_cast<std::uint8_t>(wanted);
    shader().add_texture_source(texture, nir::TextureSourceType::coord, b().vec(components));
    if (type.image.is_multisample) {
        shader().add_texture_source(texture, nir::TextureSourceType::ms_index,
                                    storage_images_.image_sample(2));
    } else if (texture->dim != nir::TextureDim::dim_buf) {
        shader().add_texture_source(texture, nir::TextureSourceType::lod, b().imm_int(0));
    }
    define_texture(texture, false);
    texture->dest_type = storage_images_.texel_type(texture->dest_type, 2);
}

void Textures::translate_image_read() {
    const Value& image = values_.operand(0);
    const Type& type = storage_images_.image_type(image);
    if (context().is_kernel() && !type.image.is_storage) {
        read_texel(image, type);
        return;
    }
    if (type.image.dim == Dim::SubpassData) {
        read_subpass(image, type);
        return;
    }
    storage_images_.read_storage_image(image, type);
}

} // namespace jacquard::spirv
