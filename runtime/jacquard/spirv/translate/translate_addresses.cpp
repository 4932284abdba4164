#include <jacquard/spirv/translate/translator.h>

#include <algorithm>

// Pointers that are numbers: addresses of memory that no variable names.
namespace jacquard::spirv {

namespace {

// Where nothing is known of an address, each access says what is known of its own.
constexpr std::uint32_t kUnknownAlignment = 1;

} // namespace

const Pointer& Translator::at_address(const Value& address) {
    const Type* pointee = address.type->element;
    if (pointee == nullptr) {
        malformed("nothing says what %" + std::to_string(address.type->id) + " points at");
    }
    if (pointee->without_arrays().kind == TypeKind::matrix) {
        unsupported("addresses of matrices that are in no structure are");
    }
    Pointer& made = *arena_.make<Pointer>();
    made.pointee = pointee;
    made.storage = address.type->storage;
    made.modes = mode_of(made.storage, *pointee);
    made.reference = address.def;
    made.reference_type = nir_type(*pointee, layout_of(made.storage));
    made.alignment = kUnknownAlignment;
    return made;
}

// The same memory, where an access says that it is aligned.
const Pointer& Translator::aligned(const Pointer& to, std::uint32_t alignment) {
    if (to.alignment == 0 || alignment == 0) {
        return to;
    }
    nir::DerefInstruction* place = deref(to);
    Pointer& made = *arena_.make<Pointer>(to);
    made.path = nullptr;
    made.reference = &place->value;
    made.reference_type = place->type;
    // The columns of a matrix that lies row by row begin within its first row.
    made.alignment =
        to.column ? std::min<std::uint32_t>(alignment, to.pointee->scalar.bit_size / 8) : alignment;
    return made;
}

// The same memory, where an access is one to a whole scalar.
const Pointer& Translator::naturally_aligned(const Pointer& to) {
    return aligned(to, to.pointee->scalar.bit_size / 8U);
}

// The result is a pointer, and where that is an address it is a value, too.
void Translator::define_pointer(const Pointer& pointer) {
    if (pointer.pointee != now_.type->element || pointer.storage != now_.type->storage) {
        malformed("its type is not that of what it leads to");
    }
    Value& result = new_value(*now_.type);
    if (now_.type->is_address() && !pointer.is_row_major && !pointer.column) {
        result.def = &deref(pointer)->value;
    }
    result.pointer = arena_.make<Pointer>(pointer);
    define(result);
}

void Translator::translate_pointer_access_chain() {
    const Value& base = operand(0);
    if (now_.type == nullptr || now_.type->kind != TypeKind::pointer ||
        base.type->kind != TypeKind::pointer) {
        malformed("its type or that of its base is not a pointer");
    }
    if (!base.type->is_address()) {
        unsupported("pointers that step over elements and are no addresses are");
    }
    const auto stride = decorations_.value(base.type->id, Decoration::ArrayStride);
    if (!stride) {
        malformed("the type of its base has no ArrayStride");
    }
    Pointer made = at_address(base);
    nir::DerefInstruction* first =
        b().deref_cast(base.def, made.modes, made.reference_type, *stride);
    first->align_mul = kUnknownAlignment;
    made.reference = &b().deref_ptr_as_array(first, index_value(word(1), 64))->value;
    for (std::size_t i = 2; i < now_.words.size(); ++i) {
        made = element(made, now_.words[i]);
    }
    define_pointer(made);
}

void Translator::translate_address_to_integer() {
    const Value& from = operand(0);
    if (!from.type->is_address() || now_.type == nullptr || now_.type->kind != TypeKind::scalar ||
        now_.type->scalar.base == nir::BaseType::bool_type ||
        now_.type->scalar.base == nir::BaseType::float_type) {
        malformed("an address becomes an integer");
    }
    define(resized(from.def, now_.type->scalar.bit_size, false));
}

void Translator::translate_integer_to_address() {
    if (now_.type == nullptr || !now_.type->is_address()) {
        unsupported("numbers as pointers into other memory than PhysicalStorageBuffer are");
    }
    SsaDef* integer = operand_def(0);
    if (integer->num_components != 1 || integer->bit_size == 1) {
        malformed("an integer becomes an address");
    }
    define(made(*now_.type, resized(integer, now_.type->scalar.bit_size, false)));
}

} // namespace jacquard::spirv
