#include <jacquard/spirv/translate/values/annotations.h>
#include <jacquard/spirv/translate/values/constant_reader.h>
#include <jacquard/spirv/translate/values/faults.h>
#include <jacquard/spirv/translate/values/types.h>

#include <algorithm>
#include <bit>

// Types of the module and what they are in NIR.
namespace jacquard::spirv {

namespace {

constexpr unsigned kMaxDepth =
    nir::kMaxTypeDepth - 4; // leaves room for types that are put around one
constexpr std::uint64_t kMaxKernelBytes = 0xffffffff; // of one type
constexpr std::uint64_t kMaxTypeScalars = std::uint64_t{1} << 40;

// Kernels alone have vectors of more than four components.
bool is_vector_length(std::uint32_t count, bool is_kernel) {
    return (count >= 2 && count <= 4) || (is_kernel && (count == 8 || count == 16));
}

bool is_width_of_int(std::uint32_t width) {
    return width == 8 || width == 16 || width == 32 || width == 64;
}

nir::TextureDim nir_dim(Dim dim) {
    const Enumerant* name = find_enumerant(OperandKind::dim, static_cast<std::uint32_t>(dim));
    if (name == nullptr || name->is_nir == kNotNir) {
        unsupported("images of this shape are");
    }
    return static_cast<nir::TextureDim>(name->is_nir);
}

} // namespace

const Type& Types::type(std::uint32_t id) const {
    if (id >= types_.size() || types_[id] == nullptr) {
        faults_.tell_postponed(id);
        malformed('%' + std::to_string(id) + " is not a type that stands before it");
    }
    return *types_[id];
}

const Type& Types::value_type(std::uint32_t id) const {
    const Type& found = type(id);
    if (found.kind == TypeKind::function || found.kind == TypeKind::void_type) {
        malformed("no value is of the type %" + std::to_string(id));
    }
    return found;
}

void Types::make_image_type(Type& type, Words words) {
    type.kind = TypeKind::image;
    type.element = &this->type(words[0]);
    type.scalar = type.element->kind == TypeKind::scalar
                      ? type.element->scalar
                      : nir::AluType{nir::BaseType::float_type, 32};
    type.image.dim = static_cast<Dim>(words[1]);
    type.image.is_array = words[3] != 0;
    type.image.is_multisample = words[4] != 0;
    type.image.format = words[6];
    if (context().is_kernel()) {
        // An image that is only read is a texture, with a sampler or without one.
        type.image.access =
            words.size() > 7 ? static_cast<AccessQualifier>(words[7]) : AccessQualifier::ReadOnly;
        type.image.is_storage = type.image.access != AccessQualifier::ReadOnly;
    } else {
        type.image.is_storage = words[5] == 2 && type.image.dim != Dim::SubpassData;
    }
}

void Types::make_structure(Type& type, Words words) {
    type.kind = TypeKind::structure;
    type.scalars = 0;
    type.members = arena().make_array<const Type*>(words.size());
    type.facts = arena().make_array<MemberFacts>(words.size());
    for (std::uint32_t i = 0; i < words.size(); ++i) {
        const Type& member = value_type(words[i]);
        type.members[i] = &member;
        type.depth = std::max(type.depth, member.depth + 1);
        type.scalars += member.scalars;
        type.holds_unsized = type.holds_unsized || member.holds_unsized;
        type.holds_opaque = type.holds_opaque || member.holds_opaque;
        MemberFacts& facts = type.facts[i];
        decorations().for_each(type.id, i, [&](const DecorationFact& fact) {
            if (fact.decoration == Decoration::Offset && !fact.operands.empty()) {
                facts.offset = fact.operands[0];
            } else if (fact.decoration == Decoration::MatrixStride && !fact.operands.empty()) {
                facts.matrix_stride = fact.operands[0];
            } else if (fact.decoration == Decoration::RowMajor) {
                facts.is_row_major = true;
            }
        });
        facts.access = annotations_.access_of(type.id, i);
    }
    if (context().is_kernel()) {
        lay_out_members(type);
    }
}

// Members of a kernel's structure stand as those of C do, unless it is packed.
void Types::lay_out_members(Type& type) {
    const bool is_packed = decorations().has(type.id, Decoration::CPacked);
    for (std::size_t i = 0; i < type.members.size(); ++i) {
        const std::uint32_t alignment = is_packed ? 1 : type.members[i]->alignment;
        type.bytes = (type.bytes + alignment - 1) / alignment * alignment;
        type.facts[i].offset = static_cast<std::uint32_t>(type.bytes);
        type.bytes = std::min(type.bytes + type.members[i]->bytes, kMaxKernelBytes);
        type.alignment = std::max(type.alignment, alignment);
    }
    type.bytes = (type.bytes + type.alignment - 1) / type.alignment * type.alignment;
}

// The bytes of a type in a kernel's memory: a vector of three components takes as much as one of
// four, and each vector is aligned to all of it.
void Types::lay_out(Type& type) {
    switch (type.kind) {
    case TypeKind::scalar:
    case TypeKind::vector:
        type.bytes = std::uint64_t{std::max<unsigned>(type.scalar.bit_size, 8)} / 8 *
                     std::bit_ceil(type.components());
        type.alignment = static_cast<std::uint32_t>(type.bytes);
        break;
    case TypeKind::array:
        type.alignment = type.element->alignment;
        type.stride = static_cast<std::uint32_t>(type.element->bytes);
        type.bytes = std::min(type.element->bytes * type.count, kMaxKernelBytes);
        break;
    case TypeKind::pointer:
        type.bytes = 8;
        type.alignment = 8;
        break;
    default: break;
    }
}

// A pointer may be announced before what it points at is known.
Type& Types::begin_type(const Instruction& instruction) {
    const bool is_announced = instruction.op() == Op::TypeForwardPointer;
    const Words words = module().operands(instruction);
    const std::uint32_t id = is_announced ? words[0] : instruction.result;
    if (const auto known = forward_types_.find(id); known != forward_types_.end()) {
        return *known->second;
    }
    if (is_announced && types_[id] != nullptr) {
        malformed("the pointer is announced behind its type");
    }
    Type& made = *arena().make<Type>();
    made.id = id;
    if (is_announced) {
        made.kind = TypeKind::pointer;
        made.storage = static_cast<StorageClass>(words[1]);
        made.has_address = made.storage == StorageClass::PhysicalStorageBuffer ||
                           made.storage == StorageClass::CrossWorkgroup;
        if (!made.is_address()) {
            unsupported("pointers into other memory than PhysicalStorageBuffer that are announced "
                        "before their types are");
        }
        forward_types_[id] = &made;
    }
    return made;
}

void Types::make_type(const Instruction& instruction) {
    const Words words = module().operands(instruction);
    Type& made = begin_type(instruction);
    switch (instruction.op()) {
    case Op::TypeForwardPointer: break;
    case Op::TypeVoid: made.kind = TypeKind::void_type; break;
    case Op::TypeBool:
        made.kind = TypeKind::scalar;
        made.scalar = {nir::BaseType::bool_type, 1};
        break;
    case Op::TypeInt:
        if (!is_width_of_int(words[0])) {
            unsupported("integers of " + std::to_string(words[0]) + " bits are");
        }
        made.kind = TypeKind::scalar;
        made.scalar = {words[1] != 0 ? nir::BaseType::int_type : nir::BaseType::uint_type,
                       static_cast<std::uint8_t>(words[0])};
        break;
    case Op::TypeFloat:
        if (words[0] != 16 && words[0] != 32 && words[0] != 64) {
            unsupported("floats of " + std::to_string(words[0]) + " bits are");
        }
        if (words.size() > 1) {
            const Enumerant* encoding = find_enumerant(OperandKind::fp_encoding, words[1]);
            unsupported("floats of the encoding " +
                        std::string(encoding != nullptr ? encoding->name : "?") + " are");
        }
        made.kind = TypeKind::scalar;
        made.scalar = {nir::BaseType::float_type, static_cast<std::uint8_t>(words[0])};
        break;
    case Op::TypeVector:
        made.kind = TypeKind::vector;
        made.element = &type(words[0]);
        made.count = words[1];
        if (made.element->kind != TypeKind::scalar ||
            !is_vector_length(made.count, context().is_kernel())) {
            malformed("vectors have 2 to 4 scalars");
        }
        made.scalar = made.element->scalar;
        made.scalars = made.count;
        break;
    case Op::TypeMatrix:
        made.kind = TypeKind::matrix;
        made.element = &type(words[0]);
        made.count = words[1];
        if (made.element->kind != TypeKind::vector || made.count < 2 || made.count > 4 ||
            made.element->scalar.base != nir::BaseType::float_type) {
            malformed("matrices have 2 to 4 columns that are vectors of floats");
        }
        made.scalar = made.element->scalar;
        made.scalars = std::uint64_t{made.count} * made.element->count;
        break;
    case Op::TypeImage: make_image_type(made, words); break;
    case Op::TypeSampler: made.kind = TypeKind::sampler; break;
    case Op::TypeSampledImage:
        made.kind = TypeKind::sampled_image;
        made.element = &type(words[0]);
        if (made.element->kind != TypeKind::image) {
            malformed("its type is none of images");
        }
        break;
    case Op::TypeArray:
    case Op::TypeRuntimeArray:
        made.kind = TypeKind::array;
        made.element = &value_type(words[0]);
        if (instruction.op() == Op::TypeArray) {
            const nir::BaseType base = constants_.constant(words[1]).type->scalar.base;
            if (base != nir::BaseType::int_type && base != nir::BaseType::uint_type) {
                malformed("the length of an array is not an integer");
            }
            const std::uint64_t length = constants_.constant_number(words[1]);
            if (length == 0 || length > 0xffffffff) {
                malformed("an array has " + std::to_string(length) + " elements");
            }
            made.count = static_cast<std::uint32_t>(length);
        }
        // Arrays of blocks are possible, because each block has a descriptor of its own.
        if ((made.element->scalars == 0 || made.element->holds_unsized) &&
            made.element->kind != TypeKind::structure) {
            unsupported("arrays of what has no size are");
        }
        made.stride = decorations().value(made.id, Decoration::ArrayStride).value_or(0);
        made.depth = made.element->depth + 1;
        made.scalars = made.element->scalars * made.count;
        made.holds_unsized = made.count == 0 || made.element->holds_unsized;
        made.holds_opaque = made.element->holds_opaque;
        break;
    case Op::TypeStruct: make_structure(made, words); break;
    case Op::TypeEvent: // takes as much memory as a pointer, and nobody looks at it
        made.kind = TypeKind::scalar;
        made.scalar = {nir::BaseType::uint_type, 64};
        break;
    case Op::TypePointer:
        if (made.kind == TypeKind::pointer && made.storage != static_cast<StorageClass>(words[0])) {
            malformed("the pointer was announced for another storage class");
        }
        made.kind = TypeKind::pointer;
        made.storage = static_cast<StorageClass>(words[0]);
        made.element = &type(words[1]);
        break;
    case Op::TypeFunction:
        made.kind = TypeKind::function;
        made.element = &type(words[0]);
        made.members = arena().make_array<const Type*>(words.size() - 1);
        for (std::size_t i = 0; i < made.members.size(); ++i) {
            made.members[i] = &value_type(words[i + 1]);
        }
        break;
    default: malformed("it makes no type");
    }
    if (made.depth > kMaxDepth) {
        unsupported("types that nest deeper than " + std::to_string(kMaxDepth) + " are");
    }
    if (made.scalars > kMaxTypeScalars) {
        unsupported("types of so many scalars are");
    }
    if (made.kind == TypeKind::pointer) {
        take_pointer(made);
    }
    if (context().is_kernel()) {
        lay_out(made);
    }
    made.holds_opaque = made.holds_opaque || made.is_opaque() ||
                        (made.kind == TypeKind::pointer && !made.is_one_value());
    types_[made.id] = &made;
    if (made.kind == TypeKind::pointer && made.element != nullptr) {
        pointers_.try_emplace({made.storage, made.element}, &made);
    }
}

const Type& Types::pointer_into(StorageClass storage, const Type& pointer) {
    const Type*& known = pointers_[{storage, pointer.element}];
    if (known == nullptr) {
        Type& made = *arena().make<Type>();
        made.kind = TypeKind::pointer;
        made.id = pointer.id;
        made.storage = storage;
        made.element = pointer.element;
        take_pointer(made);
        lay_out(made);
        made.holds_opaque = !made.is_one_value();
        known = &made;
    }
    return *known;
}

// Some pointers are numbers: addresses, and places in memory.
void Types::take_pointer(Type& type) {
    const bool is_constant = context().is_kernel() &&
                             type.storage == StorageClass::UniformConstant &&
                             !type.element->holds_opaque;
    type.has_address = type.has_address || is_constant ||
                       type.storage == StorageClass::PhysicalStorageBuffer ||
                       type.storage == StorageClass::CrossWorkgroup;
    if (type.is_address()) {
        type.scalar = {nir::BaseType::uint_type, 64};
    } else if (has_places(type.storage)) {
        type.scalar = {nir::BaseType::uint_type, 32};
        type.place_words = type.storage == StorageClass::StorageBuffer ? 2 : 1;
    }
}

// Returns whether the module declares variable pointers for this storage class.
bool Types::has_places(StorageClass storage) const {
    return (storage == StorageClass::StorageBuffer &&
            (annotations_.declares(Capability::VariablePointersStorageBuffer) ||
             annotations_.declares(Capability::VariablePointers))) ||
           (storage == StorageClass::Workgroup &&
            (context().is_kernel() || annotations_.declares(Capability::VariablePointers)));
}

LayoutFacts Types::layout_of(StorageClass storage) const {
    LayoutFacts facts;
    facts.is_explicit =
        storage == StorageClass::Uniform || storage == StorageClass::StorageBuffer ||
        storage == StorageClass::PushConstant || storage == StorageClass::Workgroup ||
        storage == StorageClass::PhysicalStorageBuffer || context().is_kernel();
    return facts;
}

const Type& Types::integer(unsigned bits) {
    Type& made = *arena().make<Type>();
    made.kind = TypeKind::scalar;
    made.scalar = {nir::BaseType::uint_type, static_cast<std::uint8_t>(bits)};
    lay_out(made);
    return made;
}

bool Types::is_table(StorageClass storage, const Type& pointee) const {
    return context().is_kernel() && storage == StorageClass::UniformConstant &&
           !pointee.holds_opaque;
}

const nir::Type* Types::nir_type(const Type& type, LayoutFacts layout) {
    const auto key = std::make_tuple(&type, layout);
    if (const auto known = nir_types_.find(key); known != nir_types_.end()) {
        return known->second;
    }
    const nir::Type* made = make_nir_type(type, layout);
    if (made == nullptr) {
        unsupported("types that nest so deep are");
    }
    nir_types_.emplace(key, made);
    return made;
}

const nir::Type* Types::make_nir_type(const Type& type, LayoutFacts layout) {
    switch (type.kind) {
    case TypeKind::void_type: return shader().void_type();
    case TypeKind::scalar: return shader().scalar_type(type.scalar);
    case TypeKind::vector: return shader().vector_type(type.scalar, type.count);
    case TypeKind::matrix: {
        const std::uint32_t stride = layout.is_explicit ? layout.matrix_stride : 0;
        return layout.is_row_major
                   ? shader().matrix_type(type.scalar, type.count, type.element->count, stride)
                   : shader().matrix_type(type.scalar, type.element->count, type.count, stride);
    }
    case TypeKind::array:
        return shader().array_type(nir_type(*type.element, layout), type.count,
                                   layout.is_explicit ? type.stride : 0);
    case TypeKind::structure: {
        std::vector<nir::StructMember> members(type.members.size());
        std::vector<std::string> names(members.size());
        for (std::uint32_t i = 0; i < members.size(); ++i) {
            LayoutFacts inner;
            if (layout.is_explicit) {
                inner = {true, type.facts[i].is_row_major, type.facts[i].matrix_stride};
                members[i].offset = type.facts[i].offset;
            }
            members[i].type = nir_type(*type.members[i], inner);
            names[i] = 'm' + std::to_string(i);
            members[i].name = names[i];
        }
        const std::string name = annotations_.name_of(type.id);
        return shader().structure_type(name, members);
    }
    case TypeKind::image: {
        const bool has_samples = type.image.is_multisample && type.image.dim == Dim::Dim2D;
        const nir::TextureDim dim = has_samples ? nir::TextureDim::dim_ms : nir_dim(type.image.dim);
        return type.image.is_storage
                   ? shader().image_type(dim, type.image.is_array, type.scalar)
                   : shader().texture_type(dim, type.image.is_array, false, type.scalar);
    }
    case TypeKind::sampled_image: return nir_type(*type.element, layout);
    case TypeKind::sampler: return shader().sampler_type(false);
    case TypeKind::pointer:
        if (type.is_one_value()) {
            return shader().vector_type(type.scalar, type.components());
        }
        unsupported("pointers in memory are");
    case TypeKind::function: break;
    }
    malformed("nothing is of this type");
}

nir::VariableMode Types::mode_of(StorageClass storage, const Type& pointee) const {
    if (is_table(storage, pointee)) {
        return nir::VariableMode::mem_global;
    }
    const Type* inner = &pointee;
    while (inner->kind == TypeKind::array) {
        inner = inner->element;
    }
    if (inner->kind == TypeKind::image && inner->image.is_storage) {
        return nir::VariableMode::image;
    }
    if (storage == StorageClass::Uniform && decorations().has(inner->id, Decoration::BufferBlock)) {
        return nir::VariableMode::mem_ssbo;
    }
    const Enumerant* name =
        find_enumerant(OperandKind::storage_class, static_cast<std::uint32_t>(storage));
    if (name == nullptr || name->is_nir == kNotNir) {
        unsupported("variables of the storage class " +
                    std::string(name != nullptr ? name->name : "?") + " are");
    }
    return static_cast<nir::VariableMode>(name->is_nir);
}

// Returns the type to which the pointer to a variable points. A variable of the type void is valid
// as long as it is not accessed.
const Type& Types::variable_type(const Type& pointer) const {
    if (pointer.element->kind == TypeKind::void_type) {
        unsupported("accesses to variables of the type void are");
    }
    return value_type(pointer.element->id);
}

} // namespace jacquard::spirv
