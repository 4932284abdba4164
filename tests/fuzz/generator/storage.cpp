#include "storage.h"

#include <jacquard/nir/build/builder.h>

#include <algorithm>
#include <array>
#include <string>

namespace jacquard::nir {

const Type* random_type(Choices& choices, Shader& shader, unsigned depth) {
    const unsigned what = depth == 0 ? 0 : choices.below(8);
    if (what >= 6) {
        std::array<StructMember, 3> members;
        const unsigned count = 2 + choices.below(2);
        static constexpr std::array<std::string_view, 3> kNames = {"a", "b", "c"};
        for (unsigned i = 0; i < count; ++i) {
            members[i] = {kNames[i], random_type(choices, shader, depth - 1), kNoOffset};
        }
        return shader.structure_type("S", std::span(members).first(count));
    }
    if (what >= 4) {
        const Type* element = random_type(choices, shader, depth - 1);
        return shader.array_type(element, choices.one_in(2) ? 4 : 2);
    }
    if (what == 3) {
        const unsigned rows = 2 + choices.below(3);
        return shader.matrix_type({BaseType::float_type, 32}, rows, choices.one_in(2) ? 4 : 2);
    }
    static constexpr std::array<AluType, 8> kScalars = {{{BaseType::int_type, 32},
                                                         {BaseType::float_type, 32},
                                                         {BaseType::uint_type, 32},
                                                         {BaseType::float_type, 16},
                                                         {BaseType::int_type, 16},
                                                         {BaseType::uint_type, 8},
                                                         {BaseType::int_type, 64},
                                                         {BaseType::bool_type, 1}}};
    const unsigned at = choices.below(12);
    return shader.vector_type(kScalars[at < 5 ? at % 3 : at - 4], 1 + choices.below(4));
}

std::span<const ConstantValue> random_initializer(Values& values, Shader& shader,
                                                  const Type* type) {
    std::vector<ConstantValue> bits;
    ScalarWalk walk(type);
    for (unsigned width = walk.next_bit_size(); width != 0; width = walk.next_bit_size()) {
        const ValueClass kind = width == 1 ? ValueClass::truths : ValueClass::integers;
        bits.push_back(constant_from_bits(values.constant_bits(kind, width), width));
    }
    return shader.arena.copy_array(std::span<const ConstantValue>(bits));
}

DerefInstruction* random_leaf(Values& values, DerefInstruction* deref) {
    Builder& b = values.builder();
    while (!deref->type->is_vector_or_scalar()) {
        if (deref->type->is_structure()) {
            const auto count = static_cast<std::uint32_t>(deref->type->members.size());
            deref = b.deref_struct(deref, values.choices().below(count));
            continue;
        }
        const std::uint32_t length = deref->type->num_elements();
        const bool is_power_of_two = (length & (length - 1)) == 0;
        SsaDef* index =
            is_power_of_two ? values.index(length) : b.imm_int(values.choices().below(length));
        deref = b.deref_array(deref, deref->value.bit_size == 64 ? b.u2u64(index) : index);
    }
    const unsigned components = deref->type->num_components;
    if ((components == 2 || components == 4) && values.choices().one_in(5)) {
        SsaDef* index = values.index(components);
        deref = b.deref_array(deref, deref->value.bit_size == 64 ? b.u2u64(index) : index);
    }
    return deref;
}

ValueClass leaf_class(const DerefInstruction& leaf) {
    return class_of(leaf.type->scalar.base);
}

void add_globals(Values& values, Shader& shader, std::vector<KnownVariable>& globals) {
    for (unsigned i = 0; i < 3; ++i) {
        // Two of one type, so that they can be copied.
        const Type* type =
            i == 2 ? globals.back().variable->type : random_type(values.choices(), shader, 2);
        Variable* variable = shader.add_variable(VariableMode::shader_temp, type, "global");
        variable->initializer = random_initializer(values, shader, type);
        globals.push_back({variable, true});
    }
}

Storage::Storage(Values& values, Function& function, const std::vector<KnownVariable>& globals,
                 bool has_variables)
    : values_(values), b_(values.builder()), choices_(values.choices()), variables_(globals) {
    declare_registers();
    if (has_variables) {
        declare_locals(function);
    }
}

void Storage::declare_registers() {
    // The first three can be copied to each other.
    const unsigned shared = 1 + choices_.below(4);
    for (unsigned i = 0; i < 5; ++i) {
        const bool is_array = i == 4;
        const unsigned components = i < 3 ? shared : 1 + choices_.below(4);
        SsaDef* reg = b_.decl_register(components, 32, is_array ? 4 : 0);
        registers_.push_back(
            {reg, components, i == 3 ? ValueClass::floats : ValueClass::integers, is_array});
        for (unsigned element = 0; element < (is_array ? 4U : 1U); ++element) {
            b_.store_reg(values_.constant(registers_[i].kind, 32, components), reg)
                ->set_base(element)
                ->set_write_mask((1U << components) - 1);
        }
    }
}

void Storage::declare_locals(Function& function) {
    Shader& shader = *function.shader;
    for (unsigned i = 0; i < 4; ++i) {
        const Type* type = nullptr;
        switch (i) {
        case 0: type = shader.vector_type({BaseType::float_type, 32}, 1 + choices_.below(4)); break;
        case 1: // as large as goes into scratch memory
            type = shader.array_type(shader.vector_type({BaseType::int_type, 32}, 4), 16);
            break;
        case 2: type = random_type(choices_, shader, 2); break;
        default: type = variables_.back().variable->type; break;
        }
        Variable* variable = shader.add_local(&function, type, "local");
        if (choices_.one_in(2)) {
            variable->initializer = random_initializer(values_, shader, type);
        } else {
            fill(variable);
        }
        variables_.push_back({variable, true});
    }
}

// Every vector gets a constant.
void Storage::fill(Variable* variable) {
    std::vector<DerefInstruction*> open = {b_.deref_var(variable)};
    while (!open.empty()) {
        DerefInstruction* deref = open.back();
        open.pop_back();
        const Type& type = *deref->type;
        if (type.is_vector_or_scalar()) {
            b_.store_deref(deref, values_.constant(class_of(type.scalar.base), type.scalar.bit_size,
                                                   type.num_components));
        } else if (type.is_structure()) {
            for (unsigned i = 0; i < type.members.size(); ++i) {
                open.push_back(b_.deref_struct(deref, i));
            }
        } else {
            for (std::uint32_t i = 0; i < type.num_elements(); ++i) {
                open.push_back(b_.deref_array(deref, i));
            }
        }
    }
}

void Storage::use_register() {
    const RegisterOf& reg = registers_[choices_.below(5)];
    if (choices_.one_in(2)) {
        const unsigned mask = 1 + choices_.below((1U << reg.components) - 1);
        SsaDef* value = values_.whole(reg.kind, 32, reg.components);
        if (reg.is_array) {
            b_.store_reg_indirect(value, reg.value, values_.index(4))->set_write_mask(mask);
        } else {
            b_.store_reg(value, reg.value)->set_write_mask(mask);
        }
    } else if (reg.is_array) {
        SsaDef* index = values_.index(4);
        values_.know(&b_.load_reg_indirect(reg.components, 32, reg.value, index)->value, reg.kind);
    } else {
        values_.know(&b_.load_reg(reg.components, 32, reg.value)->value, reg.kind);
    }
}

// Registers that change places, and a value.
void Storage::copy_in_parallel() {
    const unsigned components = registers_[0].components;
    std::array<SsaDef*, 3> old{};
    for (unsigned i = 0; i < 3; ++i) {
        old[i] = &b_.load_reg(components, 32, registers_[i].value)->value;
    }
    const unsigned count = 2 + choices_.below(2);
    ParallelCopyInstruction* copy = b_.shader().make_parallel_copy(count + 1);
    for (unsigned i = 0; i < count; ++i) {
        ParallelCopyEntry& entry = copy->entries()[i];
        SsaDef* from = choices_.one_in(6) ? values_.whole(ValueClass::integers, 32, components)
                                          : old[choices_.below(3)];
        entry.source.set(from);
        entry.to_register = true;
        entry.register_value.set(registers_[i].value);
    }
    ParallelCopyEntry& last = copy->entries()[count];
    last.source.set(old[choices_.below(3)]);
    last.value.num_components = static_cast<std::uint8_t>(components);
    last.value.bit_size = 32;
    b_.insert(copy);
    values_.know(&last.value, ValueClass::integers);
}

DerefInstruction* Storage::start() {
    if (!references_.empty() && choices_.one_in(3)) {
        return references_[choices_.below(static_cast<std::uint32_t>(references_.size()))];
    }
    const auto count = static_cast<std::uint32_t>(variables_.size());
    DerefInstruction* deref = b_.deref_var(variables_[choices_.below(count)].variable);
    if (choices_.one_in(6)) {
        deref = b_.deref_cast(&deref->value, deref->modes, deref->type);
    }
    return deref;
}

void Storage::use_variable() {
    if (variables_.empty()) {
        return;
    }
    const auto count = static_cast<std::uint32_t>(variables_.size());
    Variable* variable = variables_[choices_.below(count)].variable;
    const Type& type = *variable->type;
    switch (choices_.below(10)) {
    case 0:
    case 1: copy_variable(variable); return;
    case 2:
        if (type.is_vector_or_scalar()) {
            values_.know(b_.load_var(variable), class_of(type.scalar.base));
            return;
        }
        break;
    case 3:
        if (type.is_vector_or_scalar()) {
            b_.store_var(variable, values_.whole(class_of(type.scalar.base), type.scalar.bit_size,
                                                 type.num_components));
            return;
        }
        break;
    case 4: // a path that nobody follows
        static_cast<void>(random_leaf(values_, start()));
        return;
    default: break;
    }
    DerefInstruction* leaf = random_leaf(values_, start());
    const ValueClass kind = leaf_class(*leaf);
    const unsigned bits = leaf->type->scalar.bit_size;
    const unsigned components = leaf->type->num_components;
    if (choices_.one_in(2)) {
        SsaDef* value = values_.whole(kind, bits, components);
        b_.store_deref(leaf, value, 1 + choices_.below((1U << components) - 1));
    } else {
        values_.know(b_.load_deref(leaf), kind);
    }
}

// Copies a variable to another of the same type, whole or element by element.
void Storage::copy_variable(Variable* from) {
    for (const KnownVariable& known : variables_) {
        Variable* to = known.variable;
        if (to == from || to->type != from->type) {
            continue;
        }
        DerefInstruction* target = b_.deref_var(to);
        DerefInstruction* source = b_.deref_var(from);
        switch (choices_.below(3)) {
        case 0: b_.copy_var(to, from); return;
        case 1:
            if (from->type->has_elements()) {
                target = b_.deref_array_wildcard(target);
                source = b_.deref_array_wildcard(source);
            }
            break;
        default: break;
        }
        b_.copy_deref(target, source);
        return;
    }
}

} // namespace jacquard::nir
