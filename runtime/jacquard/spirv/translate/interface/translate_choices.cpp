#include <jacquard/spirv/translate/translator.h>

// Pointers to parts that are no plain step of a path: members and elements of blocks of inputs and
// outputs, each of which is a variable, and what lies past the end of a whole.
namespace jacquard::spirv {

// The pointer to a member of a block, or to an element of an array of blocks.
Pointer Translator::chosen_variable(const Pointer& from, const Step& step) {
    const Interface& whole = *from.interface;
    if (step.index != nullptr) {
        Choice& choice = *arena_.make<Choice>();
        choice.index = step.index;
        choice.places = arena_.make_array<const Pointer*>(whole.parts.size());
        for (std::uint32_t i = 0; i < choice.places.size(); ++i) {
            choice.places[i] = arena_.make<Pointer>(part(from, i));
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
Pointer Translator::chosen_of_each(const Pointer& from, const Step& step) {
    Choice& choice = *arena_.make<Choice>(*from.choice);
    choice.places = arena_.make_array<const Pointer*>(from.choice->places.size());
    for (std::size_t i = 0; i < choice.places.size(); ++i) {
        choice.places[i] = arena_.make<Pointer>(chosen(*from.choice->places[i], step));
    }
    Pointer made = from;
    made.choice = &choice;
    made.pointee = choice.places[0]->pointee;
    return made;
}

const Value& Translator::load_choice(const Choice& choice, nir::Access access) {
    const Value* result = &load(*choice.places.back(), access);
    for (std::size_t i = choice.places.size() - 1; i-- > 0;) {
        SsaDef* is_it = b().ieq(choice.index, b().imm_bits(i, choice.index->bit_size));
        result = &select(is_it, load(*choice.places[i], access), *result);
    }
    return *result;
}

void Translator::store_choice(const Choice& choice, const Value& value, nir::Access access) {
    for (std::size_t i = 0; i < choice.places.size(); ++i) {
        nir::IfNode* node =
            b().push_if(b().ieq(choice.index, b().imm_bits(i, choice.index->bit_size)));
        store(*choice.places[i], value, access);
        b().pop_if(node);
    }
}

// The pointer to what lies past the end of an array, a matrix or a vector. It may stand in a module
// where control does not come to it. In memory it is an address; elsewhere nothing in particular is
// found, and what is stored is lost.
Pointer Translator::past_end(const Pointer& from, std::uint64_t number) {
    const Type& type = *from.pointee;
    if (type.kind == TypeKind::array || layout_of(from.storage).is_explicit) {
        Step step;
        step.index = b().imm_int(static_cast<std::int64_t>(number & 0xffffffff));
        return chosen(from, step);
    }
    Pointer made;
    made.pointee = type.element;
    made.storage = from.storage;
    made.modes = nir::VariableMode::shader_temp;
    made.variable = shader_->add_variable(made.modes, nir_type(*type.element), "past_end");
    return made;
}

} // namespace jacquard::spirv
