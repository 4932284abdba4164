#include <jacquard/spirv/translate/translator.h>

#include <algorithm>
#include <bit>

// Pointers, loads and stores.
namespace jacquard::spirv {

namespace {

constexpr std::uint64_t kMaxAccessScalars = 1U << 20; // loaded or stored at once

} // namespace

const Pointer& Translator::pointer(std::uint32_t id) {
    const Value& found = known_value(id);
    if (found.type->kind != TypeKind::pointer) {
        malformed('%' + std::to_string(id) + " is not a pointer");
    }
    return found.pointer != nullptr ? *found.pointer : at_address(found);
}

nir::DerefInstruction* Translator::step(nir::DerefInstruction* from, const Step& step) {
    if (step.is_member) {
        return b().deref_struct(from, step.number);
    }
    return b().deref_array(from, step.index != nullptr ? step.index : places_.index(step.number));
}

nir::DerefInstruction* Translator::deref(const Pointer& pointer) {
    if (pointer.interface != nullptr || pointer.choice != nullptr ||
        (pointer.variable == nullptr && pointer.parameter == nullptr &&
         pointer.reference == nullptr)) {
        unsupported("pointers to whole blocks of inputs or outputs, to one of them that a value "
                    "chooses, or into images, are");
    }
    nir::DerefInstruction* made = nullptr;
    bool is_named = true;
    if (pointer.variable != nullptr) {
        for (std::size_t i = 0; i < clip_distances_.size(); ++i) {
            are_clip_distances_used_[i] |= clip_distances_[i] == pointer.variable;
        }
        made = places_.variable(*pointer.variable);
        if (pointer.block_type != nullptr) {
            made = b().deref_cast(&made->value, pointer.modes, pointer.block_type);
            is_named = false;
        }
    } else if (pointer.parameter != nullptr) {
        made = pointer.parameter;
    } else {
        made = b().deref_cast(pointer.reference, pointer.modes, pointer.reference_type);
        made->align_mul = pointer.alignment;
        is_named = false;
    }
    return follow(made, pointer.path, is_named);
}

// `is_named` says of the place at hand whether it is one of places_.
nir::DerefInstruction* Translator::follow(nir::DerefInstruction* from, const Step* path,
                                          bool& is_named) {
    if (path == nullptr) {
        return from;
    }
    nir::DerefInstruction* whole = follow(from, path->before, is_named);
    is_named = is_named && path->index == nullptr;
    return is_named ? places_.part(*whole, *path) : step(whole, *path);
}

void Translator::append(Pointer& pointer, const Step& step) {
    Step* last = arena_.make<Step>(step);
    last->before = pointer.path;
    pointer.path = last;
}

// Of at most so many bits: more than what fits into memory without addresses need not be counted.
nir::SsaDef* Translator::index_value(std::uint32_t id, unsigned most_bits) {
    const Value& index = value(id);
    if (index.def == nullptr || index.type->kind != TypeKind::scalar ||
        (index.type->scalar.base != nir::BaseType::int_type &&
         index.type->scalar.base != nir::BaseType::uint_type)) {
        malformed('%' + std::to_string(id) + " is not an integer, as an index is");
    }
    const unsigned bits = std::clamp<unsigned>(index.def->bit_size, 32, most_bits);
    return as_width(index.def, bits, index.type->scalar.base == nir::BaseType::int_type);
}

// The pointer to a part by a step that fits what it points at.
Pointer Translator::chosen(const Pointer& from, const Step& step) {
    const Type& type = *from.pointee;
    if (from.choice != nullptr) {
        return chosen_of_each(from, step);
    }
    if (from.interface != nullptr && from.interface->type == &type) {
        return chosen_variable(from, step);
    }
    Pointer made = from;
    if (step.is_member) {
        made.pointee = type.members[step.number];
        made.access = made.access | type.facts[step.number].access;
        made.is_row_major = made.pointee->without_arrays().kind == TypeKind::matrix &&
                            type.facts[step.number].is_row_major &&
                            layout_of(from.storage).is_explicit;
        append(made, step);
        return made;
    }
    made.pointee = type.element;
    if (type.kind == TypeKind::matrix && from.is_row_major) {
        made.column = step;
        made.is_row_major = false;
        return made;
    }
    append(made, step);
    if (from.column) {
        append(made, *from.column);
        made.column.reset();
    }
    return made;
}

Pointer Translator::part(const Pointer& from, std::uint32_t number) {
    const Type& type = *from.pointee;
    Step step;
    step.number = number;
    step.is_member = type.kind == TypeKind::structure;
    return chosen(from, step);
}

Pointer Translator::element(const Pointer& from, std::uint32_t id) {
    const Type& type = *from.pointee;
    const bool is_vector = type.kind == TypeKind::vector;
    if (!type.is_composite() && !is_vector) {
        malformed('%' + std::to_string(id) + " indexes what has no parts");
    }
    const bool is_constant = id < constants_.size() && constants_[id] != nullptr;
    // Memory by address may be larger than 32 bits count.
    const bool is_in_long_array = type.kind == TypeKind::array && from.alignment != 0;
    if (!is_constant) {
        if (type.kind == TypeKind::structure) {
            malformed("members of structures are chosen by constants");
        }
        Step step;
        step.index = index_value(id, is_in_long_array ? 64 : 32);
        return chosen(from, step);
    }
    const std::uint64_t number = constant_number(id);
    if (is_in_long_array && constant(id).type->scalar.bit_size == 64) {
        Step step;
        step.index = b().imm_bits(number, 64);
        return chosen(from, step);
    }
    if (!(type.kind == TypeKind::array && type.count == 0) && number >= type.num_parts()) {
        if (type.kind == TypeKind::structure) {
            malformed("there is no member " + std::to_string(number));
        }
        return past_end(from, number);
    }
    return part(from, static_cast<std::uint32_t>(number));
}

void Translator::translate_access_chain() {
    if (now_.type == nullptr || now_.type->kind != TypeKind::pointer) {
        malformed("its type is not a pointer");
    }
    Pointer made = pointer(word(0));
    if (made.image != nullptr) {
        malformed("a texel has no parts");
    }
    for (std::size_t i = 1; i < now_.words.size(); ++i) {
        made = element(made, now_.words[i]);
    }
    define_pointer(made);
}

nir::SsaDef* Translator::load_vector(nir::DerefInstruction* from, nir::Access access) {
    SsaDef* loaded = b().load_deref(from);
    loaded->instruction->as<nir::IntrinsicInstruction>()->set_access(access);
    return loaded;
}

void Translator::store_vector(nir::DerefInstruction* to, SsaDef* value, nir::Access access) {
    b().store_deref(&to->value, value)->set_access(access);
}

// What holds of an access. Nobody else sees memory of the invocation's own, and so nobody can tell
// how often it is accessed.
nir::Access Translator::access_to(const Pointer& pointer, nir::Access access) {
    constexpr nir::VariableMode kOwn =
        nir::VariableMode::function_temp | nir::VariableMode::shader_temp;
    return (pointer.modes & kOwn) != nir::VariableMode::nothing ? nir::Access::nothing
                                                                : access | pointer.access;
}

const Value& Translator::load(const Pointer& from, nir::Access access) {
    const Type& type = *from.pointee;
    access = access_to(from, access);
    if (type.scalars > kMaxAccessScalars) {
        unsupported("loads of more than 1,048,576 scalars are");
    }
    if (type.holds_opaque) {
        unsupported("loads of structures that hold pointers, images or samplers are");
    }
    if (from.choice != nullptr) {
        return load_choice(*from.choice, access);
    }
    if (from.column || (type.kind == TypeKind::matrix && from.is_row_major)) {
        return load_row_major(from, access);
    }
    if (type.is_one_value()) {
        return made(type, in_width(load_vector(deref(from), access), type.scalar));
    }
    if (type.kind == TypeKind::array && type.count == 0) {
        malformed("an array without a length is never loaded as a whole");
    }
    const std::span<const Value*> parts = arena_.make_array<const Value*>(type.num_parts());
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        parts[i] = &load(part(from, i), access);
    }
    return made(type, parts);
}

const Value& Translator::load_row_major(const Pointer& from, nir::Access access) {
    const Type& type = *from.pointee;
    nir::DerefInstruction* matrix = deref(from);
    if (from.column) {
        std::vector<nir::Operand> rows;
        for (unsigned r = 0; r < type.count; ++r) {
            rows.emplace_back(
                load_vector(step(b().deref_array(matrix, places_.index(r)), *from.column), access));
        }
        return made(type, b().vec(rows));
    }
    std::vector<SsaDef*> rows;
    for (unsigned r = 0; r < type.element->count; ++r) {
        rows.push_back(load_vector(b().deref_array(matrix, places_.index(r)), access));
    }
    const std::span<const Value*> columns = arena_.make_array<const Value*>(type.count);
    for (unsigned c = 0; c < type.count; ++c) {
        std::vector<nir::Operand> components;
        for (SsaDef* row : rows) {
            components.push_back(nir::channel(row, c));
        }
        columns[c] = &made(*type.element, b().vec(components));
    }
    return made(type, columns);
}

void Translator::check_writable(const Pointer& to) {
    constexpr nir::VariableMode kReadOnly =
        nir::VariableMode::shader_in | nir::VariableMode::mem_ubo |
        nir::VariableMode::mem_push_const | nir::VariableMode::uniform;
    if ((to.modes & kReadOnly) != nir::VariableMode::nothing) {
        malformed("this memory is never written");
    }
}

void Translator::store(const Pointer& to, const Value& value, nir::Access access) {
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
    if (type.is_one_value()) {
        nir::DerefInstruction* place = deref(to);
        nir::AluType scalar = type.scalar;
        scalar.bit_size = type.is_address() ? scalar.bit_size : place->type->scalar.bit_size;
        store_vector(place, in_width(value.def, scalar), access);
        return;
    }
    for (std::uint32_t i = 0; i < type.num_parts(); ++i) {
        store(part(to, i), *value.parts[i], access);
    }
}

void Translator::store_row_major(const Pointer& to, const Value& value, nir::Access access) {
    const Type& type = *to.pointee;
    nir::DerefInstruction* matrix = deref(to);
    if (to.column) {
        for (unsigned r = 0; r < type.count; ++r) {
            store_vector(step(b().deref_array(matrix, places_.index(r)), *to.column),
                         b().whole(nir::channel(value.def, r)), access);
        }
        return;
    }
    for (unsigned r = 0; r < type.element->count; ++r) {
        std::vector<nir::Operand> components;
        for (const Value* column : value.parts) {
            components.push_back(nir::channel(column->def, r));
        }
        store_vector(b().deref_array(matrix, places_.index(r)), b().vec(components), access);
    }
}

MemoryOperands Translator::memory_operands(std::size_t i) const {
    MemoryOperands made;
    made.end = i;
    if (i >= now_.words.size()) {
        return made;
    }
    const std::uint32_t mask = now_.words[i];
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

void Translator::translate_load() {
    const Pointer& from = pointer(word(0));
    if (now_.type != from.pointee) {
        malformed("its type is not what the pointer points at");
    }
    if (from.pointee->is_opaque()) {
        Value& handle = new_value(*from.pointee);
        handle.pointer = &from;
        handle.sampler = &from;
        define(handle);
        return;
    }
    if (from.image != nullptr) {
        malformed("texels are read by atomics and image instructions");
    }
    const MemoryOperands operands = memory_operands(1);
    define(load(aligned(from, operands.alignment), operands.access));
}

void Translator::translate_store() {
    const MemoryOperands operands = memory_operands(2);
    store(aligned(pointer(word(0)), operands.alignment), operand(1), operands.access);
}

void Translator::translate_copy_memory() {
    const Pointer& to = pointer(word(0));
    const Pointer& from = pointer(word(1));
    // What is said once holds for both.
    const MemoryOperands stored = memory_operands(2);
    const MemoryOperands loaded =
        stored.end < now_.words.size() ? memory_operands(stored.end) : stored;
    store(aligned(to, stored.alignment), load(aligned(from, loaded.alignment), loaded.access),
          stored.access);
}

void Translator::translate_array_length() {
    const Pointer& structure = pointer(word(0));
    const Type& type = *structure.pointee;
    const std::uint32_t member = word(1);
    if (type.kind != TypeKind::structure || member >= type.members.size() ||
        type.members[member]->kind != TypeKind::array || type.members[member]->count != 0 ||
        structure.modes != nir::VariableMode::mem_ssbo) {
        malformed("it asks for an array without a length at the end of a buffer");
    }
    nir::DerefInstruction* array = deref(part(structure, member));
    define(&b().deref_buffer_array_length(32, &array->value)->value);
}

} // namespace jacquard::spirv
