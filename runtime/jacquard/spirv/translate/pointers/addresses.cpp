#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/nir/ir/type_layout.h>
#include <jacquard/spirv/translate/pointers/addresses.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <algorithm>

// Pointers that are values: addresses of memory that no variable names, and places within the
// memory of variables.
namespace jacquard::spirv {

// The value of a pointer that names memory. It is made anew for each use, where what it is made of
// is at hand.
const Value& Addresses::placed(const Value& named) {
    const Pointer& pointer = *named.pointer;
    if (pointer.is_row_major || pointer.column) {
        unsupported("values that point into matrices that lie row by row are");
    }
    if (pointer.pointee->kind == TypeKind::array &&
        decorations().has(pointer.pointee->without_arrays().id, Decoration::Block)) {
        unsupported("values that point at arrays of buffers are");
    }
    Value& made = values_.new_value(*named.type);
    made.pointer = named.pointer;
    made.def =
        &b().place_of_deref(named.type->components(), &pointers_.deref(pointer)->value)->value;
    return made;
}

// The same memory, where an access says that it is aligned.
const Pointer& Addresses::aligned(const Pointer& to, std::uint32_t alignment) {
    if (to.alignment == 0 || alignment == 0) {
        return to;
    }
    nir::DerefInstruction* place = pointers_.deref(to);
    Pointer& made = *arena().make<Pointer>(to);
    made.path = nullptr;
    made.reference = &place->value;
    made.reference_type = place->type;
    // The columns of a matrix that lies row by row begin within its first row.
    made.alignment =
        to.column ? std::min<std::uint32_t>(alignment, to.pointee->scalar.bit_size / 8) : alignment;
    return made;
}

// The same memory, where an access is one to a whole scalar.
const Pointer& Addresses::naturally_aligned(const Pointer& to) {
    return aligned(to, to.pointee->scalar.bit_size / 8U);
}

// The result is a pointer, and where that is an address it is a value, too.
void Addresses::define_pointer(const Pointer& pointer) {
    if (pointer.pointee != now().type->element || pointer.storage != now().type->storage) {
        malformed("its type is not that of what it leads to");
    }
    Value& result = values_.new_value(*now().type);
    if (now().type->is_address() && pointer.alignment != 0 && !pointer.is_row_major &&
        !pointer.column) {
        result.def = &pointers_.deref(pointer)->value;
    }
    result.pointer = arena().make<Pointer>(pointer);
    values_.define(result);
}

// Returns the pointer of which the instruction makes another one.
const Value& Addresses::base_pointer() {
    const Value& base = values_.known_value(word(0));
    if (now().type == nullptr || now().type->kind != TypeKind::pointer ||
        base.type->kind != TypeKind::pointer) {
        malformed("its type or that of its base is not a pointer");
    }
    return base;
}

void Addresses::translate_pointer_access_chain() {
    const Value& base = base_pointer();
    Pointer made = chained(base);
    for (std::size_t i = 2; i < now().words.size(); ++i) {
        made = pointers_.element(made, now().words[i]);
    }
    define_pointer(made);
}

bool Addresses::is_zero(std::uint32_t id) const {
    const Constant* known = constants_.find(id);
    return known != nullptr && known->type->kind == TypeKind::scalar &&
           constants_.constant_number(id) == 0;
}

// Returns what the chain goes on from: the base, or an element behind it.
Pointer Addresses::chained(const Value& base) {
    const bool is_of_kernel = context().is_kernel() && base.pointer != nullptr;
    if (is_of_kernel && is_zero(word(1))) {
        return *base.pointer;
    }
    if (is_of_kernel && base.def == nullptr && !base.type->is_place()) {
        return stepped(*base.pointer, pointers_.index_value(word(1), 32));
    }
    if (!base.type->is_one_value()) {
        unsupported("pointers into this memory that step over elements are");
    }
    const Value& value = values_.operand(0);
    Pointer made = pointers_.at_address(value);
    made.reference = step_over(value, made);
    return made;
}

Pointer Addresses::stepped(const Pointer& pointer, SsaDef* count) {
    Pointer made = pointer;
    if (pointer.alignment == 0 && pointer.path != nullptr && !pointer.path->is_member) {
        Step& last = *arena().make<Step>(*pointer.path);
        SsaDef* before = last.index != nullptr ? last.index : b().imm_bits(last.number, 32);
        SsaDef* more = widths_.as_width(count, 32, true);
        last.index = b().iadd(widths_.as_width(before, 32, true), more);
        made.path = &last;
        return made;
    }
    const nir::Type* type = types_.nir_type(*pointer.pointee, types_.layout_of(pointer.storage));
    nir::DerefInstruction* start =
        b().deref_cast(&pointers_.deref(pointer)->value, pointer.modes, type,
                       static_cast<std::uint32_t>(pointer.pointee->bytes));
    start->align_mul = pointer.alignment;
    nir::DerefInstruction* element =
        b().deref_ptr_as_array(start, widths_.as_width(count, start->value.bit_size, true));
    made = Pointer();
    made.pointee = pointer.pointee;
    made.storage = pointer.storage;
    made.modes = pointer.modes;
    made.access = pointer.access;
    if (pointer.alignment != 0) {
        made.alignment = pointer.alignment;
        made.reference = &element->value;
        made.reference_type = type;
    } else {
        made.parameter = element;
    }
    return made;
}

Pointer Addresses::viewed_as(const Pointer& pointer, const Type& wanted) {
    const auto is_wanted = [&](const Type& type) {
        return &type == &wanted || (type.is_vector_or_scalar() && wanted.is_vector_or_scalar() &&
                                    type.components() == wanted.components() &&
                                    type.scalar.bit_size == wanted.scalar.bit_size);
    };
    const Pointer* whole = &pointer;
    while (whole->cast_from != nullptr && whole->path == nullptr && whole->pointee != &wanted) {
        whole = whole->cast_from;
    }
    if (whole->pointee == &wanted) {
        return *whole;
    }
    Pointer first = *whole;
    while (first.pointee->kind == TypeKind::array || first.pointee->kind == TypeKind::structure) {
        if (first.pointee->num_parts() == 0 && first.pointee->kind == TypeKind::structure) {
            break;
        }
        first = pointers_.part(first, 0);
        if (is_wanted(*first.pointee)) {
            return first;
        }
    }
    Pointer made;
    made.pointee = &wanted;
    made.storage = pointer.storage;
    made.modes = pointer.modes;
    made.access = pointer.access;
    made.reference_type = types_.nir_type(wanted, types_.layout_of(pointer.storage));
    if (pointer.alignment != 0) {
        made.reference = &pointers_.deref(pointer)->value;
        made.alignment = pointer.alignment;
    } else {
        made.cast_from = whole;
    }
    return made;
}

// The pointer to the same memory that says something else of what it points at.
void Addresses::translate_pointer_cast() {
    const Value& from = values_.known_value(word(0));
    if (now().type == nullptr || now().type->kind != TypeKind::pointer ||
        from.type->kind != TypeKind::pointer || from.type->storage != now().type->storage) {
        malformed("a pointer becomes one into the same memory");
    }
    if (from.def != nullptr || from.type->is_place()) {
        values_.define(values_.made(*now().type, values_.operand(0).def));
        return;
    }
    Value& result = values_.new_value(*now().type);
    result.pointer = arena().make<Pointer>(viewed_as(*from.pointer, *now().type->element));
    values_.define(result);
}

// A generic pointer is one into the memory into which it is proven to lead. One that is asked for
// as a pointer into another memory leads nowhere.
void Addresses::translate_generic_pointer() {
    if (base_pointer().type->storage == now().type->storage) {
        translate_pointer_cast();
        return;
    }
    if (now().op() != Op::GenericCastToPtrExplicit || !now().type->is_one_value()) {
        unsupported("pointers that become such into memory where they do not lead are");
    }
    SsaDef* nowhere = b().imm_bits(0, now().type->scalar.bit_size);
    values_.define(values_.made(*now().type, b().spread(nowhere, now().type->components())));
}

void Addresses::translate_generic_memory() {
    const Value& from = values_.known_value(word(0));
    MemorySemantics memory = MemorySemantics::Relaxed;
    if (from.type->is_address()) {
        memory = MemorySemantics::CrossWorkgroupMemory;
    } else if (from.type->is_place()) {
        memory = MemorySemantics::WorkgroupMemory;
    }
    values_.define(b().imm_int(static_cast<std::int64_t>(memory)));
}

// The element of an array that stands as many behind the base as the instruction says.
nir::SsaDef* Addresses::step_over(const Value& base, const Pointer& first) {
    const std::uint64_t stride = stride_of(*base.type);
    nir::DerefInstruction* start = b().deref_cast(base.def, first.modes, first.reference_type,
                                                  static_cast<std::uint32_t>(stride));
    start->align_mul = first.alignment;
    nir::DerefInstruction* element = b().deref_ptr_as_array(
        start, pointers_.index_value(word(1), base.type->is_place() ? 32 : 64));
    return base.type->is_place()
               ? &b().place_of_deref(base.type->components(), &element->value)->value
               : &element->value;
}

// Returns the distance between elements of the array that a pointer points into. If the module does
// not state it, as for workgroup memory, it is that of any such array.
std::uint64_t Addresses::stride_of(const Type& pointer) {
    if (context().is_kernel()) {
        return pointer.element->bytes;
    }
    if (const auto stride = decorations().value(pointer.id, Decoration::ArrayStride)) {
        return *stride;
    }
    if (pointer.storage != StorageClass::Workgroup) {
        malformed("the type of its base has no ArrayStride");
    }
    const nir::Type* element = types_.nir_type(*pointer.element, types_.layout_of(pointer.storage));
    return nir::element_stride(shader().array_type(element, 2, 0), nir::Layout::std430);
}

// Compares two pointers: equal pointers agree in every word, and different ones differ in some
// word.
void Addresses::translate_compare_pointers() {
    const Value& x = values_.operand(0);
    const Value& y = values_.operand(1);
    const bool is_number = x.type->is_place() || (context().is_kernel() && x.type->is_address());
    if (!is_number || x.type != y.type) {
        unsupported("comparisons of pointers into this memory are");
    }
    const auto opcode = static_cast<nir::Opcode>(now().info->fact);
    SsaDef* result = nullptr;
    for (unsigned c = 0; c < x.type->components(); ++c) {
        SsaDef* one =
            b().alu(opcode, {b().whole(nir::channel(x.def, c)), b().whole(nir::channel(y.def, c))});
        result = result == nullptr          ? one
                 : opcode == nir::core::ieq ? b().iand(result, one)
                                            : b().ior(result, one);
    }
    values_.define(result);
}

// Elements from the second pointer to the first, which are in one array.
void Addresses::translate_pointer_difference() {
    const Value& x = values_.operand(0);
    const Value& y = values_.operand(1);
    const bool is_number = x.type->is_place() || (context().is_kernel() && x.type->is_address());
    if (!is_number || x.type != y.type || now().type == nullptr ||
        now().type->kind != TypeKind::scalar) {
        unsupported("differences of pointers into this memory are");
    }
    const auto last = [&](const Value& value) {
        return b().whole(nir::channel(value.def, value.type->components() - 1));
    };
    SsaDef* bytes = b().isub(last(x), last(y));
    SsaDef* elements = b().idiv(
        bytes, b().imm_bits(std::max<std::uint64_t>(stride_of(*x.type), 1), bytes->bit_size));
    values_.define(widths_.as_width(elements, now().type->scalar.bit_size, true));
}

void Addresses::translate_address_to_integer() {
    const Value& from = values_.operand(0);
    if (context().is_kernel() && from.type->kind == TypeKind::pointer && from.def == nullptr) {
        unsupported("the addresses of variables of a function are");
    }
    const bool is_number =
        from.type->is_address() || (context().is_kernel() && from.type->is_place());
    if (!is_number || now().type == nullptr || now().type->kind != TypeKind::scalar ||
        now().type->scalar.base == nir::BaseType::bool_type ||
        now().type->scalar.base == nir::BaseType::float_type) {
        malformed("an address becomes an integer");
    }
    values_.define(widths_.as_width(from.def, now().type->scalar.bit_size, false));
}

void Addresses::translate_integer_to_address() {
    if (now().type == nullptr ||
        !(now().type->is_address() || (context().is_kernel() && now().type->is_place()))) {
        unsupported("numbers as pointers into other memory than PhysicalStorageBuffer are");
    }
    SsaDef* integer = values_.operand_def(0);
    if (integer->num_components != 1 || integer->bit_size == 1) {
        malformed("an integer becomes an address");
    }
    values_.define(
        values_.made(*now().type, widths_.as_width(integer, now().type->scalar.bit_size, false)));
}

void Addresses::translate_access_chain() {
    if (now().type == nullptr || now().type->kind != TypeKind::pointer) {
        malformed("its type is not a pointer");
    }
    Pointer made = pointers_.pointer(word(0));
    if (made.image != nullptr) {
        malformed("a texel has no parts");
    }
    for (std::size_t i = 1; i < now().words.size(); ++i) {
        made = pointers_.element(made, now().words[i]);
    }
    define_pointer(made);
}

} // namespace jacquard::spirv
