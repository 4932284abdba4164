#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/nir/ir/type_layout.h>
#include <jacquard/spirv/translate/values/addresses.h>
#include <jacquard/spirv/translate/values/pointers.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <algorithm>

// Pointers that are values: addresses of memory that no variable names, and places within the
// memory of variables.
namespace jacquard::spirv {

namespace {

// The alignment of an address about which nothing is known; each access may state a larger one.
constexpr std::uint32_t kUnknownAlignment = 1;

} // namespace

const Pointer& Addresses::at_address(const Value& address) {
    const Type* pointee = address.type->element;
    if (pointee == nullptr) {
        malformed("nothing says what %" + std::to_string(address.type->id) + " points at");
    }
    const bool is_place = address.type->is_place();
    if (pointee->without_arrays().kind == TypeKind::matrix) {
        unsupported(is_place ? "pointers to matrices that are chosen by a value are"
                             : "addresses of matrices that are in no structure are");
    }
    Pointer& made = *arena().make<Pointer>();
    made.pointee = pointee;
    made.storage = address.type->storage;
    made.modes = types_.mode_of(made.storage, *pointee);
    made.reference = address.def;
    made.reference_type = types_.nir_type(*pointee, types_.layout_of(made.storage));
    if (is_place) {
        made.access = access_to_places();
    } else {
        made.alignment = kUnknownAlignment;
    }
    return made;
}

// The variable that a place belongs to is unknown, so that the decorations of every variable apply.
nir::Access Addresses::access_to_places() const {
    nir::Access access = nir::Access::nothing;
    if (decorations().has_any(Decoration::Coherent)) {
        access = access | nir::Access::coherent;
    }
    if (decorations().has_any(Decoration::Volatile)) {
        access = access | nir::Access::volatile_ | nir::Access::coherent;
    }
    return access;
}

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
    if (now().type->is_address() && !pointer.is_row_major && !pointer.column) {
        result.def = &pointers_.deref(pointer)->value;
    }
    result.pointer = arena().make<Pointer>(pointer);
    values_.define(result);
}

void Addresses::translate_pointer_access_chain() {
    const Value& base = values_.operand(0);
    if (now().type == nullptr || now().type->kind != TypeKind::pointer ||
        base.type->kind != TypeKind::pointer) {
        malformed("its type or that of its base is not a pointer");
    }
    if (!base.type->is_one_value()) {
        unsupported("pointers into this memory that step over elements are");
    }
    Pointer made = at_address(base);
    made.reference = step_over(base, made);
    for (std::size_t i = 2; i < now().words.size(); ++i) {
        made = pointers_.element(made, now().words[i]);
    }
    define_pointer(made);
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
    if (!x.type->is_place() || x.type != y.type) {
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
    if (!x.type->is_place() || x.type != y.type || now().type == nullptr ||
        now().type->kind != TypeKind::scalar) {
        unsupported("differences of pointers into this memory are");
    }
    const auto last = [&](const Value& value) {
        return b().whole(nir::channel(value.def, value.type->components() - 1));
    };
    SsaDef* bytes = b().isub(last(x), last(y));
    SsaDef* elements = b().idiv(
        bytes, b().imm_bits(std::max<std::uint64_t>(stride_of(*x.type), 1), bytes->bit_size));
    values_.define(widths_.resized(elements, now().type->scalar.bit_size, true));
}

void Addresses::translate_address_to_integer() {
    const Value& from = values_.operand(0);
    if (!from.type->is_address() || now().type == nullptr || now().type->kind != TypeKind::scalar ||
        now().type->scalar.base == nir::BaseType::bool_type ||
        now().type->scalar.base == nir::BaseType::float_type) {
        malformed("an address becomes an integer");
    }
    values_.define(widths_.resized(from.def, now().type->scalar.bit_size, false));
}

void Addresses::translate_integer_to_address() {
    if (now().type == nullptr || !now().type->is_address()) {
        unsupported("numbers as pointers into other memory than PhysicalStorageBuffer are");
    }
    SsaDef* integer = values_.operand_def(0);
    if (integer->num_components != 1 || integer->bit_size == 1) {
        malformed("an integer becomes an address");
    }
    values_.define(
        values_.made(*now().type, widths_.resized(integer, now().type->scalar.bit_size, false)));
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
