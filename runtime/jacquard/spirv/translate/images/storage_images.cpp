#include <jacquard/spirv/translate/images/storage_images.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

// Storage images.
namespace jacquard::spirv {

const Type& StorageImages::image_type(const Value& image) const {
    const Type* type = image.type;
    if (type->kind == TypeKind::sampled_image) {
        type = type->element;
    }
    if (type->kind != TypeKind::image || image.pointer == nullptr) {
        malformed("an image is expected");
    }
    return *type;
}

nir::SsaDef* StorageImages::image_coordinate(const Type& image, SsaDef* coordinate) {
    const nir::Type* shape = types_.nir_type(image);
    const unsigned wanted =
        nir::texture_dim_info(shape->dim).coord_components + (image.image.is_array ? 1U : 0U);
    if (coordinate->num_components < (shape->dim == nir::TextureDim::dim_cube ? 3 : wanted)) {
        malformed("the coordinate has too few components for the image");
    }
    coordinate = widths_.as_width(coordinate, 32);
    std::vector<nir::Operand> components;
    for (unsigned c = 0; c < 4; ++c) {
        components.push_back(c < coordinate->num_components ? nir::channel(coordinate, c)
                                                            : nir::Operand(b().imm_int(0)));
    }
    return b().vec(components);
}

void StorageImages::describe_image(nir::IntrinsicInstruction& access, const Pointer& image,
                                   const Type& type, nir::Access more) {
    access.set_image_dim(types_.nir_type(type)->dim);
    access.set_image_array(type.image.is_array);
    access.set_format(type.image.format);
    access.set_access(image.access | more);
}

// Returns the access flags that the image operands state, whose mask is the operand `first`.
nir::Access StorageImages::image_access(std::size_t first) const {
    const std::uint32_t mask = first < now().words.size() ? now().words[first] : 0;
    const auto has = [mask](ImageOperands operand) {
        return (mask & static_cast<std::uint32_t>(operand)) != 0;
    };
    nir::Access access = nir::Access::nothing;
    if (has(ImageOperands::NonPrivateTexel)) {
        access = access | nir::Access::coherent;
    }
    if (has(ImageOperands::VolatileTexel)) {
        access = access | nir::Access::volatile_;
    }
    if (has(ImageOperands::Nontemporal)) {
        access = access | nir::Access::non_temporal;
    }
    return access;
}

// Operands of lookups mean nothing to accesses.
void StorageImages::check_storage_operands(std::size_t first) const {
    const std::uint32_t mask = first < now().words.size() ? now().words[first] : 0;
    for_each_name(OperandKind::image_operands, mask, [](const Enumerant& name) {
        if (!name.is_of_storage_images) {
            unsupported(std::string(name.name) + " of the image operands of a storage image is");
        }
    });
}

// Applies SignExtend and ZeroExtend of the image operands to the type of integer texels.
nir::AluType StorageImages::texel_type(nir::AluType type, std::size_t first) const {
    const std::uint32_t mask = first < now().words.size() ? now().words[first] : 0;
    const bool is_signed = (mask & static_cast<std::uint32_t>(ImageOperands::SignExtend)) != 0;
    const bool is_unsigned = (mask & static_cast<std::uint32_t>(ImageOperands::ZeroExtend)) != 0;
    if (!is_signed && !is_unsigned) {
        return type;
    }
    if ((is_signed && is_unsigned) ||
        (type.base != nir::BaseType::int_type && type.base != nir::BaseType::uint_type)) {
        malformed("only integers are extended, in one way");
    }
    type.base = is_signed ? nir::BaseType::int_type : nir::BaseType::uint_type;
    return type;
}

// The sample that the operands behind the mask at a word name; 0 where they name none.
nir::SsaDef* StorageImages::image_sample(std::size_t first) {
    if (first < now().words.size()) {
        const std::uint32_t mask = word(first);
        constexpr auto kSample = static_cast<std::uint32_t>(ImageOperands::Sample);
        if ((mask & kSample) != 0) {
            std::size_t at = first + 1;
            for (std::uint32_t before = mask & (kSample - 1); before != 0; before &= before - 1) {
                const std::uint32_t lowest = before & (~before + 1);
                at += lowest == static_cast<std::uint32_t>(ImageOperands::Grad) ? 2 : 1;
            }
            return widths_.scalar_integer(at);
        }
    }
    return b().imm_int(0);
}

void StorageImages::read_storage_image(const Value& image, const Type& type) {
    if (!type.image.is_storage) {
        malformed("the image is not a storage image");
    }
    const bool is_sparse = now().info->has(HandlingFlag::sparse);
    if (is_sparse) {
        unsupported("reads of storage images that tell whether memory backs them are");
    }
    if (!now().type->is_vector_or_scalar()) {
        malformed("its type is not a vector");
    }
    check_storage_operands(2);
    SsaDef* coordinate = image_coordinate(type, values_.operand_def(1));
    SsaDef* zero = b().imm_int(0);
    SsaDef* sample = image_sample(2);
    nir::IntrinsicInstruction* read =
        b().image_deref_load(now().type->components(), now().type->scalar.bit_size,
                             &pointers_.deref(*image.pointer)->value, coordinate, sample, zero);
    describe_image(*read, *image.pointer, type, image_access(2));
    read->set_dest_type(texel_type(now().type->scalar, 2));
    values_.define(*read);
}

void StorageImages::translate_image_write() {
    const Value& image = values_.operand(0);
    const Type& type = image_type(image);
    const Value& texel = values_.operand(2);
    if (!type.image.is_storage || texel.def == nullptr || texel.def->bit_size == 1) {
        malformed("a storage image and a texel are expected");
    }
    check_storage_operands(3);
    std::vector<nir::Operand> components;
    for (unsigned c = 0; c < 4; ++c) {
        components.push_back(c < texel.def->num_components
                                 ? nir::channel(texel.def, c)
                                 : nir::Operand(b().imm_bits(0, texel.def->bit_size)));
    }
    SsaDef* coordinate = image_coordinate(type, values_.operand_def(1));
    SsaDef* zero = b().imm_int(0);
    SsaDef* written = b().vec(components);
    SsaDef* sample = image_sample(3);
    nir::IntrinsicInstruction* write = b().image_deref_store(
        &pointers_.deref(*image.pointer)->value, coordinate, sample, written, zero);
    describe_image(*write, *image.pointer, type, image_access(3));
    write->set_src_type(texel_type(texel.type->scalar, 3));
}

void StorageImages::query_storage_image(const Value& image, const Type& type, nir::TextureOp op) {
    nir::DerefInstruction* place = pointers_.deref(*image.pointer);
    nir::IntrinsicInstruction* query = nullptr;
    if (op == nir::TextureOp::txs) {
        SsaDef* level = now().words.size() > 1 ? widths_.scalar_integer(1) : b().imm_int(0);
        query = b().image_deref_size(now().type->components(), 32, &place->value, level);
    } else if (op == nir::TextureOp::texture_samples) {
        query = b().image_deref_samples(32, &place->value);
    } else {
        malformed("storage images do not support this query");
    }
    describe_image(*query, *image.pointer, type);
    values_.define(widths_.as_width(&query->value, now().type->scalar.bit_size, false));
}

void StorageImages::translate_resident() {
    values_.define(*b().is_sparse_texels_resident(1, widths_.scalar_integer(0)));
}

void StorageImages::translate_texel_pointer() {
    const Pointer& image = pointers_.pointer(word(0));
    if (now().type->kind != TypeKind::pointer || image.pointee->kind != TypeKind::image ||
        !image.pointee->image.is_storage) {
        malformed("it points at a texel of a storage image");
    }
    Pointer& texel = *arena().make<Pointer>();
    texel.pointee = now().type->element;
    texel.storage = now().type->storage;
    texel.image = &image;
    texel.coordinate = image_coordinate(*image.pointee, values_.operand_def(1));
    texel.sample = widths_.scalar_integer(2);
    Value& made = values_.new_value(*now().type);
    made.pointer = &texel;
    values_.define(made);
}

} // namespace jacquard::spirv
