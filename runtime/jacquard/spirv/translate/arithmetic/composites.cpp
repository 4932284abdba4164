#include <jacquard/nir/build/operand_list.h>
#include <jacquard/spirv/translate/arithmetic/composites.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/values.h>

// Vectors, arrays and structures, and their parts.
namespace jacquard::spirv {

void Composites::translate_vector_extract() {
    SsaDef* vector = values_.operand_def(0);
    SsaDef* index = pointers_.index_value(word(1));
    SsaDef* chosen = b().whole(nir::channel(vector, 0));
    for (unsigned c = 1; c < vector->num_components; ++c) {
        chosen = b().bcsel(b().ieq(index, b().imm_int(c)), nir::channel(vector, c), chosen);
    }
    values_.define(chosen);
}

void Composites::translate_vector_insert() {
    SsaDef* vector = values_.operand_def(0);
    SsaDef* component = values_.operand_def(1);
    SsaDef* index = pointers_.index_value(word(2));
    if (component->num_components != 1 || component->bit_size != vector->bit_size) {
        malformed("the inserted value is not a component of the vector");
    }
    std::vector<nir::Operand> components;
    for (unsigned c = 0; c < vector->num_components; ++c) {
        components.emplace_back(
            b().bcsel(b().ieq(index, b().imm_int(c)), component, nir::channel(vector, c)));
    }
    values_.define(b().vec(components));
}

void Composites::translate_shuffle() {
    SsaDef* first = values_.operand_def(0);
    SsaDef* second = values_.operand_def(1);
    if (first->bit_size != second->bit_size) {
        malformed("its vectors have components of different widths");
    }
    const Words chosen = now().words.subspan(2);
    const std::size_t most = context().is_kernel() ? nir::kMaxComponents : 4;
    if (chosen.empty() || chosen.size() > most) {
        malformed("vectors have 2 to 4 components");
    }
    nir::OperandList components;
    for (const std::uint32_t which : chosen) {
        if (which == 0xffffffff) {
            components.add(b().undef(1, first->bit_size));
        } else if (which < first->num_components) {
            components.add(nir::channel(first, which));
        } else if (which - first->num_components < second->num_components) {
            components.add(nir::channel(second, which - first->num_components));
        } else {
            malformed("there is no component " + std::to_string(which));
        }
    }
    values_.define(b().vec(components.all()));
}

void Composites::translate_replicate() {
    const Type& type = *now().type;
    const Value& given = values_.operand(0);
    const bool is_vector = type.kind == TypeKind::vector;
    if (!is_vector && (!type.is_composite() || type.num_parts() == 0)) {
        malformed("its type has no parts");
    }
    if (is_vector) {
        if (given.type != type.element) {
            malformed("what is repeated is not a component of its type");
        }
        const std::vector<nir::Operand> components(type.count, given.def);
        values_.define(b().vec(components));
        return;
    }
    const std::span<const Value*> parts = values_.parts_of(type);
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        if (given.type != type.part(i)) {
            malformed("what is repeated is not of the type of part " + std::to_string(i));
        }
        parts[i] = &given;
    }
    values_.define(values_.made(type, parts));
}

void Composites::translate_construct() {
    const Type& type = *now().type;
    if (now().info->has(HandlingFlag::replicate)) {
        translate_replicate();
        return;
    }
    if (type.kind == TypeKind::vector) {
        nir::OperandList components;
        std::size_t count = 0;
        for (std::size_t i = 0; i < now().words.size(); ++i) {
            SsaDef* given = values_.operand_def(i);
            if (given->bit_size != type.scalar.bit_size) {
                malformed("a part of it has another width");
            }
            count += given->num_components;
            for (unsigned c = 0; c < given->num_components && count <= type.count; ++c) {
                components.add(nir::channel(given, c));
            }
        }
        if (count != type.count) {
            malformed("its parts have " + std::to_string(count) +
                      " components together, and its type " + std::to_string(type.count));
        }
        values_.define(b().vec(components.all()));
        return;
    }
    if (!type.is_composite() || now().words.size() != type.num_parts()) {
        malformed("it has " + std::to_string(now().words.size()) +
                  " parts, which its type has not");
    }
    const std::span<const Value*> parts = arena().make_array<const Value*>(type.num_parts());
    for (std::uint32_t i = 0; i < now().words.size(); ++i) {
        const Value& given = values_.operand(i);
        if (given.type != type.part(i)) {
            malformed("part " + std::to_string(i) + " is of another type");
        }
        parts[i] = &given;
    }
    values_.define(values_.made(type, parts));
}

void Composites::translate_extract() {
    const Value* part = &values_.operand(0);
    for (const std::uint32_t index : now().words.subspan(1)) {
        if (part->type->kind == TypeKind::vector && index < part->type->count) {
            part = &values_.made(*part->type->element, b().whole(nir::channel(part->def, index)));
        } else if (index < part->parts.size()) {
            part = part->parts[index];
        } else {
            malformed("there is no part " + std::to_string(index));
        }
    }
    if (part->type != now().type) {
        malformed("the part is of another type");
    }
    values_.define(*part);
}

const Value& Composites::insert(const Value& whole, const Value& part, Words path) {
    if (path.empty()) {
        if (part.type != whole.type) {
            malformed("what is put in is of another type than what it replaces");
        }
        return part;
    }
    const std::uint32_t index = path[0];
    if (whole.type->kind == TypeKind::vector && index < whole.type->count && path.size() == 1) {
        if (part.type != whole.type->element) {
            malformed("the inserted value is not a component of the vector");
        }
        nir::OperandList components;
        for (unsigned c = 0; c < whole.type->count; ++c) {
            components.add(c == index ? nir::Operand(part.def) : nir::channel(whole.def, c));
        }
        return values_.made(*whole.type, b().vec(components.all()));
    }
    if (index >= whole.parts.size()) {
        malformed("there is no part " + std::to_string(index));
    }
    const std::span<const Value*> parts =
        arena().copy_array(std::span<const Value* const>(whole.parts));
    parts[index] = &insert(*whole.parts[index], part, path.subspan(1));
    return values_.made(*whole.type, parts);
}

void Composites::translate_insert() {
    const Value& part = values_.operand(0);
    const Value& changed = insert(values_.operand(1), part, now().words.subspan(2));
    if (changed.type != now().type) {
        malformed("its type is not that of the composite");
    }
    values_.define(changed);
}

// The same value as one of a type that has equal parts.
const Value& Composites::copied(const Value& value, const Type& type) {
    if (value.type == &type) {
        return value;
    }
    if (value.type->kind != type.kind || value.parts.size() != type.num_parts() ||
        !type.is_composite()) {
        malformed("its type is not like that of what it copies");
    }
    const std::span<const Value*> parts = arena().make_array<const Value*>(value.parts.size());
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        parts[i] = &copied(*value.parts[i], *type.part(i));
    }
    return values_.made(type, parts);
}

} // namespace jacquard::spirv
