#include <jacquard/nir/build/core_builder.h>

#include <cassert>

// Dereferences and accesses through them.
namespace jacquard::nir {
namespace {

// Only memory by address has pointers of 64 bits.
unsigned pointer_bits(VariableMode modes) {
    constexpr VariableMode kWide = VariableMode::mem_global | VariableMode::mem_constant;
    return modes != VariableMode::nothing && (modes & kWide) == modes ? 64 : 32;
}

const Type* element_type(Shader& shader, const Type* type) {
    if (type->kind == TypeKind::vector) {
        return shader.scalar_type(type->scalar);
    }
    assert(type->has_elements());
    return type->element;
}

} // namespace

DerefInstruction* CoreBuilder::child_deref(DerefKind kind, DerefInstruction* parent,
                                           const Type* type) {
    DerefInstruction* made = shader_->make_deref(kind, parent->value.bit_size);
    made->type = type;
    made->modes = parent->modes;
    made->parent.set(&parent->value);
    return made;
}

DerefInstruction* CoreBuilder::deref_var(Variable* variable) {
    DerefInstruction* made = shader_->make_deref(DerefKind::var, pointer_bits(variable->mode));
    made->variable = variable;
    made->type = variable->type;
    made->modes = variable->mode;
    insert(made);
    return made;
}

DerefInstruction* CoreBuilder::deref_array(DerefInstruction* parent, SsaDef* index) {
    DerefInstruction* made =
        child_deref(DerefKind::array, parent, element_type(*shader_, parent->type));
    made->index.set(index);
    insert(made);
    return made;
}

DerefInstruction* CoreBuilder::deref_array(DerefInstruction* parent, std::uint32_t index) {
    return deref_array(parent, imm_bits(index, 32));
}

DerefInstruction* CoreBuilder::deref_array_wildcard(DerefInstruction* parent) {
    DerefInstruction* made =
        child_deref(DerefKind::array_wildcard, parent, element_type(*shader_, parent->type));
    insert(made);
    return made;
}

DerefInstruction* CoreBuilder::deref_ptr_as_array(DerefInstruction* parent, SsaDef* index) {
    DerefInstruction* made = child_deref(DerefKind::ptr_as_array, parent, parent->type);
    made->index.set(index);
    insert(made);
    return made;
}

DerefInstruction* CoreBuilder::deref_struct(DerefInstruction* parent, unsigned member) {
    assert(member < parent->type->members.size());
    DerefInstruction* made =
        child_deref(DerefKind::structure, parent, parent->type->members[member].type);
    made->member = member;
    insert(made);
    return made;
}

DerefInstruction* CoreBuilder::deref_cast(SsaDef* pointer, VariableMode modes, const Type* type,
                                          std::uint32_t stride) {
    DerefInstruction* made = shader_->make_deref(DerefKind::cast, pointer->bit_size);
    made->type = type;
    made->modes = modes;
    made->cast_stride = stride;
    made->parent.set(pointer);
    insert(made);
    return made;
}

DerefInstruction* CoreBuilder::deref_like(DerefInstruction* parent, const DerefInstruction& step) {
    switch (step.deref) {
    case DerefKind::var: return deref_var(step.variable);
    case DerefKind::array: {
        DerefInstruction* made = deref_array(parent, step.index.ssa);
        made->in_bounds = step.in_bounds;
        return made;
    }
    case DerefKind::array_wildcard: return deref_array_wildcard(parent);
    case DerefKind::ptr_as_array: {
        DerefInstruction* made = deref_ptr_as_array(parent, step.index.ssa);
        made->in_bounds = step.in_bounds;
        return made;
    }
    case DerefKind::structure: return deref_struct(parent, step.member);
    case DerefKind::cast: {
        DerefInstruction* made =
            deref_cast(&parent->value, step.modes, step.type, step.cast_stride);
        made->align_mul = step.align_mul;
        made->align_offset = step.align_offset;
        return made;
    }
    }
    return nullptr;
}

SsaDef* CoreBuilder::load_deref(DerefInstruction* deref) {
    assert(deref->type->is_vector_or_scalar());
    return &load_deref(deref->type->num_components, deref->type->scalar.bit_size, &deref->value)
                ->value;
}

void CoreBuilder::store_deref(DerefInstruction* deref, SsaDef* value) {
    store_deref(deref, value, (1U << value->num_components) - 1);
}

void CoreBuilder::store_deref(DerefInstruction* deref, SsaDef* value, unsigned write_mask) {
    store_deref(&deref->value, value)->set_write_mask(write_mask);
}

void CoreBuilder::copy_deref(DerefInstruction* to, DerefInstruction* from) {
    copy_deref(&to->value, &from->value);
}

SsaDef* CoreBuilder::load_var(Variable* variable) {
    assert(variable->type->is_vector_or_scalar());
    return &load_var(variable->type->num_components, variable->type->scalar.bit_size, variable)
                ->value;
}

} // namespace jacquard::nir
