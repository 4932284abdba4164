#include <jacquard/spirv/translate/pointers/addresses.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/named_places.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <bit>

// Loads and stores.
namespace jacquard::spirv {

namespace {

// Returns whether no access reaches all of what a pointer leads to.
bool is_long_vector(const Pointer& pointer) {
    return pointer.pointee->kind == TypeKind::vector &&
           pointer.pointee->count > kMaxAccessComponents &&
           pointer.modes != nir::VariableMode::function_temp &&
           pointer.modes != nir::VariableMode::shader_temp;
}

constexpr std::uint64_t kMaxAccessScalars = 1U << 20; // loaded or stored at once

} // namespace

const Value& Memory::load_choice(const Choice& choice, nir::Access access) {
    const Value* result = &load(*choice.places.back(), access);
    for (std::size_t i = choice.places.size() - 1; i-- > 0;) {
        SsaDef* is_it = b().ieq(choice.index, b().imm_bits(i, choice.index->bit_size));
        result = &values_.select(is_it, load(*choice.places[i], access), *result);
    }
    return *result;
}

void Memory::store_choice(const Choice& choice, const Value& value, nir::Access access) {
    for (std::size_t i = 0; i < choice.places.size(); ++i) {
        nir::IfNode* node =
            b().push_if(b().ieq(choice.index, b().imm_bits(i, choice.index->bit_size)));
        store(*choice.places[i], value, access);
        b().pop_if(node);
    }
}

nir::SsaDef* Memory::load_vector(nir::DerefInstruction* from, nir::Access access) {
    SsaDef* loaded = b().load_deref(from);
    loaded->instruction->as<nir::IntrinsicInstruction>()->set_access(access);
    return loaded;
}

void Memory::store_vector(nir::DerefInstruction* to, SsaDef* value, nir::Access access) {
    b().store_deref(&to->value, value)->set_access(access);
}

// Returns the flags that apply to an access. No other invocation sees private memory, so that flags
// such as volatile have no effect there.
nir::Access Memory::access_to(const Pointer& pointer, nir::Access access) {
    constexpr nir::VariableMode kOwn =
        nir::VariableMode::function_temp | nir::VariableMode::shader_temp;
    return (pointer.modes & kOwn) != nir::VariableMode::nothing ? nir::Access::nothing
                                                                : access | pointer.access;
}

const Value& Memory::handle_of(const Pointer& place) {
    Value& handle = values_.new_value(*place.pointee);
    handle.pointer = &place;
    handle.sampler = &place;
    return handle;
}

const Value& Memory::load(const Pointer& from, nir::Access access) {
    const Type& type = *from.pointee;
    access = access_to(from, access);
    if (type.scalars > kMaxAccessScalars) {
        unsupported("loads of more than 1,048,576 scalars are");
    }
    if (from.held != nullptr) {
        if (*from.held == nullptr) {
            unsupported("a variable that is read before a pointer, image or sampler is in it is");
        }
        return **from.held;
    }
    if (type.is_opaque()) {
        return handle_of(*arena().make<Pointer>(from));
    }
    if (type.kind == TypeKind::pointer && !type.is_one_value()) {
        unsupported("loads of structures that hold pointers are");
    }
    if (from.choice != nullptr) {
        return load_choice(*from.choice, access);
    }
    if (from.column || (type.kind == TypeKind::matrix && from.is_row_major)) {
        return load_row_major(from, access);
    }
    if (is_long_vector(from)) {
        return load_long_vector(from, access);
    }
    if (type.is_one_value()) {
        return values_.made(
            type, widths_.in_width(load_vector(pointers_.deref(from), access), type.scalar));
    }
    if (type.kind == TypeKind::array && type.count == 0) {
        malformed("an array without a length is never loaded as a whole");
    }
    const std::span<const Value*> parts = arena().make_array<const Value*>(type.num_parts());
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        parts[i] = &load(pointers_.part(from, i), access);
    }
    return values_.made(type, parts);
}

// Four components after the other, as vectors that lie in one.
const Value& Memory::load_long_vector(const Pointer& from, nir::Access access) {
    const Type& type = *from.pointee;
    const unsigned bytes = type.scalar.bit_size / 8U;
    nir::DerefInstruction* parts = b().deref_cast(
        &pointers_.deref(from)->value, from.modes,
        shader().vector_type(type.scalar, kMaxAccessComponents), kMaxAccessComponents * bytes);
    std::vector<nir::Operand> components;
    for (unsigned first = 0; first < type.count; first += kMaxAccessComponents) {
        SsaDef* part =
            load_vector(b().deref_ptr_as_array(parts, b().imm_bits(first / kMaxAccessComponents,
                                                                   parts->value.bit_size)),
                        access);
        for (unsigned c = 0; c < kMaxAccessComponents; ++c) {
            components.push_back(nir::channel(part, c));
        }
    }
    return values_.made(type, b().vec(components));
}

void Memory::store_long_vector(const Pointer& to, const Value& value, nir::Access access) {
    const Type& type = *to.pointee;
    const unsigned bytes = type.scalar.bit_size / 8U;
    nir::DerefInstruction* parts = b().deref_cast(
        &pointers_.deref(to)->value, to.modes,
        shader().vector_type(type.scalar, kMaxAccessComponents), kMaxAccessComponents * bytes);
    for (unsigned first = 0; first < type.count; first += kMaxAccessComponents) {
        std::vector<nir::Operand> components;
        for (unsigned c = 0; c < kMaxAccessComponents; ++c) {
            components.push_back(nir::channel(value.def, first + c));
        }
        SsaDef* written = b().vec(components);
        store_vector(b().deref_ptr_as_array(
                         parts, b().imm_bits(first / kMaxAccessComponents, parts->value.bit_size)),
                     written, access);
    }
}

const Value& Memory::load_row_major(const Pointer& from, nir::Access access) {
    const Type& type = *from.pointee;
    nir::DerefInstruction* matrix = pointers_.deref(from);
    if (from.column) {
        std::vector<nir::Operand> rows;
        for (unsigned r = 0; r < type.count; ++r) {
            rows.emplace_back(load_vector(
                pointers_.step(b().deref_array(matrix, named_places_.index(r)), *from.column),
                access));
        }
        return values_.made(type, b().vec(rows));
    }
    std::vector<SsaDef*> rows;
    for (unsigned r = 0; r < type.element->count; ++r) {
        rows.push_back(load_vector(b().deref_array(matrix, named_places_.index(r)), access));
    }
    const std::span<const Value*> columns = arena().make_array<const Value*>(type.count);
    for (unsigned c = 0; c < type.count; ++c) {
        std::vector<nir::Operand> components;
        for (SsaDef* row : rows) {
            components.push_back(nir::channel(row, c));
        }
        columns[c] = &values_.made(*type.element, b().vec(components));
    }
    return values_.made(type, columns);
}

void Memory::check_writable(const Pointer& to) {
    constexpr nir::VariableMode kReadOnly =
        nir::VariableMode::shader_in | nir::VariableMode::mem_ubo |
        nir::VariableMode::mem_push_const | nir::VariableMode::uniform;
    if ((to.modes & kReadOnly) != nir::VariableMode::nothing) {
        malformed("this memory is never written");
    }
}

void Memory::store(const Pointer& to, const Value& value, nir::Access access) {
    check_writable(to);
    const Type& type = *to.pointee;
    access = access_to(to, access);
    if (value.type != &type &&
        !(value.type->is_vector_or_scalar() && type.is_vector_or_scalar() &&
          value.type->components() == type.components() &&
          value.type->scalar.bit_size == type.scalar.bit_size) &&
        !(value.type->is_address() && type.is_address()) &&
        !(value.type->is_composite() && value.type->kind == type.kind &&
          value.type->num_parts() == type.num_parts())) {
        malformed("the value is not of the type that the pointer points at");
    }
    if (type.scalars > kMaxAccessScalars) {
        unsupported("stores of more than 1,048,576 scalars are");
    }
    if (to.held != nullptr) {
        *to.held = &value;
        return;
    }
    if (type.holds_opaque) {
        unsupported("stores of pointers, images and samplers are");
    }
    if (to.choice != nullptr) {
        store_choice(*to.choice, value, access);
        return;
    }
    if (to.column || (type.kind == TypeKind::matrix && to.is_row_major)) {
        store_row_major(to, value, access);
        return;
    }
    if (is_long_vector(to)) {
        store_long_vector(to, value, access);
        return;
    }
    if (type.is_one_value()) {
        nir::DerefInstruction* place = pointers_.deref(to);
        nir::AluType scalar = type.scalar;
        scalar.bit_size = type.is_address() ? scalar.bit_size : place->type->scalar.bit_size;
        store_vector(place, widths_.in_width(value.def, scalar), access);
        return;
    }
    for (std::uint32_t i = 0; i < type.num_parts(); ++i) {
        store(pointers_.part(to, i), *value.parts[i], access);
    }
}

void Memory::store_row_major(const Pointer& to, const Value& value, nir::Access access) {
    const Type& type = *to.pointee;
    nir::DerefInstruction* matrix = pointers_.deref(to);
    if (to.column) {
        for (unsigned r = 0; r < type.count; ++r) {
            SsaDef* component = b().whole(nir::channel(value.def, r));
            store_vector(
                pointers_.step(b().deref_array(matrix, named_places_.index(r)), *to.column),
                component, access);
        }
        return;
    }
    for (unsigned r = 0; r < type.element->count; ++r) {
        std::vector<nir::Operand> components;
        for (const Value* column : value.parts) {
            components.push_back(nir::channel(column->def, r));
        }
        SsaDef* written = b().vec(components);
        store_vector(b().deref_array(matrix, named_places_.index(r)), written, access);
    }
}

MemoryOperands Memory::memory_operands(std::size_t i) const {
    MemoryOperands made;
    made.end = i;
    if (i >= now().words.size()) {
        return made;
    }
    const std::uint32_t mask = now().words[i];
    ++made.end;
    for (const Enumerant& name : enumeration(OperandKind::memory_access).names) {
        if ((mask & name.value) == 0) {
            continue;
        }
        switch (static_cast<MemoryAccess>(name.value)) {
        case MemoryAccess::Volatile: made.access = made.access | nir::Access::volatile_; break;
        case MemoryAccess::Aligned:
            made.alignment = word(made.end);
            if (!std::has_single_bit(made.alignment)) {
                malformed("an alignment is a power of two");
            }
            break;
        case MemoryAccess::Nontemporal:
            made.access = made.access | nir::Access::non_temporal;
            break;
        case MemoryAccess::NonPrivatePointer:
            made.access = made.access | nir::Access::coherent;
            break;
        default: break;
        }
        made.end += operands_of(name).size();
    }
    return made;
}

void Memory::translate_load() {
    const Pointer& from = pointers_.pointer(word(0));
    if (now().type != from.pointee) {
        malformed("its type is not what the pointer points at");
    }
    if (from.image != nullptr) {
        malformed("texels are read by atomics and image instructions");
    }
    const MemoryOperands operands = memory_operands(1);
    values_.define(load(addresses_.aligned(from, operands.alignment), operands.access));
}

void Memory::translate_store() {
    const MemoryOperands operands = memory_operands(2);
    store(addresses_.aligned(pointers_.pointer(word(0)), operands.alignment), values_.operand(1),
          operands.access);
}

void Memory::translate_copy_memory() {
    const Pointer& to = pointers_.pointer(word(0));
    const Pointer& from = pointers_.pointer(word(1));
    // Operands that are given once apply to both accesses.
    const MemoryOperands stored = memory_operands(2);
    const MemoryOperands loaded =
        stored.end < now().words.size() ? memory_operands(stored.end) : stored;
    store(addresses_.aligned(to, stored.alignment),
          load(addresses_.aligned(from, loaded.alignment), loaded.access), stored.access);
}

void Memory::translate_array_length() {
    const Pointer& structure = pointers_.pointer(word(0));
    const Type& type = *structure.pointee;
    const std::uint32_t member = word(1);
    if (type.kind != TypeKind::structure || member >= type.members.size() ||
        type.members[member]->kind != TypeKind::array || type.members[member]->count != 0 ||
        structure.modes != nir::VariableMode::mem_ssbo) {
        malformed("it asks for an array without a length at the end of a buffer");
    }
    nir::DerefInstruction* array = pointers_.deref(pointers_.part(structure, member));
    values_.define(&b().deref_buffer_array_length(32, &array->value)->value);
}

} // namespace jacquard::spirv
