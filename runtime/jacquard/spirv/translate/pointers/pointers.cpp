#include <jacquard/spirv/translate/pointers/clip_distances.h>
#include <jacquard/spirv/translate/pointers/named_places.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <algorithm>

// Pointers, their parts, and dereferences. Each member and each element of a block of inputs or
// outputs is a variable of its own.
namespace jacquard::spirv {

namespace {

// The alignment of an address about which nothing is known; each access may state a larger one.
constexpr std::uint32_t kUnknownAlignment = 1;

} // namespace

// The pointer to a member of a block, or to an element of an array of blocks.
Pointer Pointers::chosen_variable(const Pointer& from, const Step& step) {
    const Interface& whole = *from.interface;
    if (step.index != nullptr) {
        Choice& choice = *arena().make<Choice>();
        choice.index = step.index;
        choice.places = arena().make_array<const Pointer*>(whole.parts.size());
        for (std::uint32_t i = 0; i < choice.places.size(); ++i) {
            choice.places[i] = arena().make<Pointer>(part(from, i));
        }
        Pointer made = from;
        made.interface = nullptr;
        made.choice = &choice;
        made.pointee = whole.type->element;
        return made;
    }
    const Interface* part = whole.parts[step.number];
    if (part == nullptr) {
        unsupported("this member, a built-in, is");
    }
    Pointer made = from;
    made.pointee = part->type;
    made.variable = part->variable;
    made.interface = part->variable == nullptr ? part : nullptr;
    if (step.is_member) {
        made.access = made.access | whole.type->facts[step.number].access;
    }
    return made;
}

// The same part of each place that a value chooses among.
Pointer Pointers::chosen_of_each(const Pointer& from, const Step& step) {
    Choice& choice = *arena().make<Choice>(*from.choice);
    choice.places = arena().make_array<const Pointer*>(from.choice->places.size());
    for (std::size_t i = 0; i < choice.places.size(); ++i) {
        choice.places[i] = arena().make<Pointer>(chosen(*from.choice->places[i], step));
    }
    Pointer made = from;
    made.choice = &choice;
    made.pointee = choice.places[0]->pointee;
    return made;
}

// The pointer to what lies past the end of an array, a matrix or a vector. It may stand in a module
// where control does not come to it. In memory it is an address; elsewhere nothing in particular is
// found, and what is stored is lost.
Pointer Pointers::past_end(const Pointer& from, std::uint64_t number) {
    const Type& type = *from.pointee;
    if (type.kind == TypeKind::array || types_.layout_of(from.storage).is_explicit) {
        Step step;
        step.index = b().imm_int(static_cast<std::int64_t>(number & 0xffffffff));
        return chosen(from, step);
    }
    Pointer made;
    made.pointee = type.element;
    made.storage = from.storage;
    made.modes = nir::VariableMode::shader_temp;
    made.variable = shader().add_variable(made.modes, types_.nir_type(*type.element), "past_end");
    return made;
}

const Pointer& Pointers::at_address(const Value& address) {
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
        made.alignment = context().is_kernel() ? pointee->alignment : kUnknownAlignment;
    }
    if (made.storage == StorageClass::UniformConstant) {
        made.access = nir::Access::can_reorder | nir::Access::non_writeable;
    }
    return made;
}

// The variable that a place belongs to is unknown, so that the decorations of every variable apply.
nir::Access Pointers::access_to_places() const {
    nir::Access access = nir::Access::nothing;
    if (decorations().has_any(Decoration::Coherent)) {
        access = access | nir::Access::coherent;
    }
    if (decorations().has_any(Decoration::Volatile)) {
        access = access | nir::Access::volatile_ | nir::Access::coherent;
    }
    return access;
}

const Pointer& Pointers::pointer(std::uint32_t id) {
    const Value& found = values_.known_value(id);
    if (found.type->kind != TypeKind::pointer) {
        malformed('%' + std::to_string(id) + " is not a pointer");
    }
    return found.pointer != nullptr ? *found.pointer : at_address(found);
}

nir::DerefInstruction* Pointers::step(nir::DerefInstruction* from, const Step& step) {
    if (step.is_member) {
        return b().deref_struct(from, step.number);
    }
    return b().deref_array(from,
                           step.index != nullptr ? step.index : named_places_.index(step.number));
}

nir::DerefInstruction* Pointers::deref(const Pointer& pointer) {
    if (pointer.interface != nullptr || pointer.choice != nullptr ||
        (pointer.variable == nullptr && pointer.parameter == nullptr &&
         pointer.reference == nullptr && pointer.cast_from == nullptr)) {
        unsupported("pointers to whole blocks of inputs or outputs, to one of them that a value "
                    "chooses, or into images, are");
    }
    nir::DerefInstruction* made = nullptr;
    bool is_named = true;
    if (pointer.variable != nullptr) {
        clip_distances_.note_use(*pointer.variable);
        made = named_places_.variable(*pointer.variable);
        if (pointer.block_type != nullptr) {
            made = b().deref_cast(&made->value, pointer.modes, pointer.block_type);
            is_named = false;
        }
    } else if (pointer.parameter != nullptr) {
        made = pointer.parameter;
    } else if (pointer.cast_from != nullptr) {
        made = b().deref_cast(&deref(*pointer.cast_from)->value, pointer.modes,
                              pointer.reference_type);
        is_named = false;
    } else {
        made = b().deref_cast(pointer.reference, pointer.modes, pointer.reference_type);
        made->align_mul = pointer.alignment;
        is_named = false;
    }
    return follow(made, pointer.path, is_named);
}

// `is_named` says of the place at hand whether it is a named place.
nir::DerefInstruction* Pointers::follow(nir::DerefInstruction* from, const Step* path,
                                        bool& is_named) {
    if (path == nullptr) {
        return from;
    }
    nir::DerefInstruction* whole = follow(from, path->before, is_named);
    is_named = is_named && path->index == nullptr;
    return is_named ? named_places_.part(*whole, *path) : step(whole, *path);
}

void Pointers::append(Pointer& pointer, const Step& step) {
    Step* last = arena().make<Step>(step);
    last->before = pointer.path;
    pointer.path = last;
}

// Returns the value of an index, with at most `most_bits` bits: memory without addresses needs no
// wider indices.
nir::SsaDef* Pointers::index_value(std::uint32_t id, unsigned most_bits) {
    const Value& index = values_.value(id);
    if (index.def == nullptr || index.type->kind != TypeKind::scalar ||
        (index.type->scalar.base != nir::BaseType::int_type &&
         index.type->scalar.base != nir::BaseType::uint_type)) {
        malformed('%' + std::to_string(id) + " is not an integer, as an index is");
    }
    const unsigned bits = std::clamp<unsigned>(index.def->bit_size, 32, most_bits);
    return widths_.as_width(index.def, bits, index.type->scalar.base == nir::BaseType::int_type);
}

// The pointer to a part by a step that fits what it points at.
Pointer Pointers::chosen(const Pointer& from, const Step& step) {
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
                            types_.layout_of(from.storage).is_explicit;
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

Pointer Pointers::part(const Pointer& from, std::uint32_t number) {
    const Type& type = *from.pointee;
    Step step;
    step.number = number;
    step.is_member = type.kind == TypeKind::structure;
    return chosen(from, step);
}

Pointer Pointers::element(const Pointer& from, std::uint32_t id) {
    const Type& type = *from.pointee;
    const bool is_vector = type.kind == TypeKind::vector;
    if (!type.is_composite() && !is_vector) {
        malformed('%' + std::to_string(id) + " indexes what has no parts");
    }
    const bool is_constant = constants_.find(id) != nullptr;
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
    const std::uint64_t number = constants_.constant_number(id);
    if (is_in_long_array && constants_.constant(id).type->scalar.bit_size == 64) {
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

} // namespace jacquard::spirv
