#include "interface.h"

#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/ir/system_value_variables.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {

namespace {

constexpr AluType kFloat{BaseType::float_type, 32};
constexpr AluType kInt{BaseType::int_type, 32};

struct SystemVariable {
    Semantic semantic;
    BaseType base;
    std::uint8_t bit_size;
    std::uint8_t num_components;
};

constexpr auto kVertexValues = std::to_array<SystemVariable>({
    {Semantic::vertexid, BaseType::int_type, 32, 1},
    {Semantic::vertexid_nobase, BaseType::int_type, 32, 1},
    {Semantic::instanceid, BaseType::uint_type, 32, 1},
    {Semantic::basevertex, BaseType::int_type, 32, 1},
    {Semantic::baseinstance, BaseType::int_type, 32, 1},
    {Semantic::drawid, BaseType::int_type, 32, 1},
});
constexpr auto kFragmentValues = std::to_array<SystemVariable>({
    {Semantic::position, BaseType::float_type, 32, 4},
    {Semantic::face, BaseType::bool_type, 1, 1},
    {Semantic::sampleid, BaseType::int_type, 32, 1},
    {Semantic::samplepos, BaseType::float_type, 32, 2},
    {Semantic::pcoord, BaseType::float_type, 32, 2},
    {Semantic::layer, BaseType::int_type, 32, 1},
    {Semantic::prim_id, BaseType::int_type, 32, 1},
    {Semantic::helper_invocation, BaseType::bool_type, 1, 1},
});
constexpr auto kComputeValues = std::to_array<SystemVariable>({
    {Semantic::grid_size, BaseType::uint_type, 32, 3},
    {Semantic::block_id, BaseType::uint_type, 32, 3},
    {Semantic::block_size, BaseType::uint_type, 32, 3},
    {Semantic::thread_id, BaseType::uint_type, 32, 3},
    {Semantic::subgroup_size, BaseType::uint_type, 32, 1},
    {Semantic::subgroup_invocation, BaseType::uint_type, 32, 1},
    {Semantic::subgroup_eq_mask, BaseType::uint_type, 32, 4},
    {Semantic::subgroup_lt_mask, BaseType::uint_type, 32, 1},
});

std::span<const SystemVariable> system_values_of(Stage stage) {
    switch (stage) {
    case Stage::vertex: return kVertexValues;
    case Stage::fragment: return kFragmentValues;
    case Stage::compute: return kComputeValues;
    default: return {};
    }
}

} // namespace

Interface::Interface(Choices& choices, Shader& shader, bool has_variables)
    : stage_(shader.info.stage) {
    for (unsigned i = 0; i < kInputSlots; ++i) {
        shader.info.inputs.emplace_back().semantic_index = i;
    }
    for (unsigned i = 0; i < kOutputSlots; ++i) {
        shader.info.outputs.emplace_back().semantic_index = i;
    }
    if (!has_variables) {
        return;
    }
    declare_system_values(shader);
    if (stage_ != Stage::compute) {
        declare(choices, shader, VariableMode::shader_in);
        declare(choices, shader, VariableMode::shader_out);
        declare(choices, shader, VariableMode::uniform);
    }
}

void Interface::declare(Choices& choices, Shader& shader, VariableMode mode) {
    const bool is_input = mode == VariableMode::shader_in;
    // The slots are after those that the shader lists, but in another order than that of the
    // locations.
    std::uint32_t slot = is_input ? kInputSlots : kOutputSlots;
    std::int32_t location = 100;
    for (unsigned i = 0; i < 3; ++i) {
        const ValueClass kind = i == 1 ? ValueClass::integers : ValueClass::floats;
        const unsigned components = 1 + choices.below(4);
        const Type* type = shader.vector_type(type_of(kind), components);
        switch (choices.below(5)) {
        case 1: type = shader.array_type(type, 4); break;
        case 2: type = shader.matrix_type(kFloat, 4, 4); break;
        case 3: type = shader.array_type(shader.array_type(type, 2), 2); break;
        case 4: {
            const std::array<StructMember, 2> members = {
                StructMember{"first", type, kNoOffset},
                StructMember{"second", shader.array_type(type, 2), kNoOffset}};
            type = shader.structure_type("Interface", members);
            break;
        }
        default: break;
        }
        const char* name = is_input ? "in" : mode == VariableMode::uniform ? "uniform" : "out";
        Variable* variable = shader.add_variable(mode, type, name);
        const auto slots = static_cast<std::uint32_t>(type->slots());
        location -= static_cast<std::int32_t>(slots);
        variable->location = location;
        variable->driver_location = slot;
        variable->semantic_index = 10 + slot;
        slot += slots;
        if (type->is_vector_or_scalar()) {
            variable->component = choices.below(5 - components);
        }
        if (is_input && stage_ == Stage::fragment) {
            static constexpr std::array<Interpolation, 3> kModes = {
                Interpolation::smooth, Interpolation::flat, Interpolation::noperspective};
            static constexpr std::array<InterpolationLocation, 3> kPlaces = {
                InterpolationLocation::center, InterpolationLocation::centroid,
                InterpolationLocation::sample};
            variable->interpolation =
                kind == ValueClass::floats ? kModes[choices.below(3)] : Interpolation::flat;
            variable->interpolation_location = kPlaces[choices.below(3)];
        }
        (mode == VariableMode::shader_out ? outputs_ : inputs_).push_back(variable);
    }
}

void Interface::declare_system_values(Shader& shader) {
    for (const SystemVariable& value : system_values_of(stage_)) {
        const Type* type = shader.vector_type({value.base, value.bit_size}, value.num_components);
        Variable* variable = shader.add_variable(VariableMode::system_value, type, "given");
        variable->semantic = value.semantic;
        system_values_.push_back(variable);
    }
}

void Interface::begin(Values& values) {
    Builder& b = values.builder();
    for (unsigned slot = 0; slot < kInputSlots; ++slot) {
        const ValueClass kind = slot < 2 ? ValueClass::floats : ValueClass::integers;
        values.know(&b.load_input(4, 32, values.zero())->set_base(slot)->value, kind);
    }
    for (Variable* variable : outputs_) {
        if (values.choices().one_in(2)) {
            variable->initializer = random_initializer(values, b.shader(), variable->type);
        }
    }
}

void Interface::load_input(Values& values) {
    Choices& choices = values.choices();
    if (!inputs_.empty() && choices.one_in(2)) {
        load_variable(values);
        return;
    }
    if (choices.one_in(4)) {
        load_components(values);
        return;
    }
    const ValueClass kind = choices.one_in(2) ? ValueClass::floats : ValueClass::integers;
    const unsigned count = 1 + choices.below(4);
    const unsigned slot = choices.below(kInputSlots);
    IntrinsicInstruction* load = values.builder().load_input(count, 32, values.zero());
    load->set_base(slot)->set_component(choices.below(5 - count))->set_dest_type(type_of(kind));
    values.know(&load->value, kind);
}

// One component after the other of a slot.
void Interface::load_components(Values& values) {
    const unsigned slot = values.choices().below(kInputSlots);
    for (unsigned c = 0; c < 4; ++c) {
        IntrinsicInstruction* load = values.builder().load_input(1, 32, values.zero());
        load->set_base(slot)->set_component(c)->set_dest_type(kInt);
        values.know(&load->value, ValueClass::integers);
    }
}

void Interface::load_variable(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    Variable* variable = inputs_[choices.below(static_cast<std::uint32_t>(inputs_.size()))];
    if (variable->type->is_vector_or_scalar() && choices.one_in(3)) {
        values.know(b.load_var(variable), class_of(variable->type->scalar.base));
        return;
    }
    DerefInstruction* leaf = random_leaf(values, b.deref_var(variable));
    const ValueClass kind = leaf_class(*leaf);
    const unsigned count = leaf->type->num_components;
    const bool is_interpolated = stage_ == Stage::fragment &&
                                 variable->mode == VariableMode::shader_in &&
                                 kind == ValueClass::floats;
    if (is_interpolated && choices.one_in(4)) {
        IntrinsicInstruction* at = nullptr;
        switch (choices.below(3)) {
        case 0: at = b.interp_deref_at_centroid(count, 32, &leaf->value); break;
        case 1: at = b.interp_deref_at_sample(count, 32, &leaf->value, values.index(4)); break;
        default:
            at = b.interp_deref_at_offset(count, 32, &leaf->value,
                                          values.constant(ValueClass::floats, 32, 2));
            break;
        }
        values.know(&at->value, kind);
        return;
    }
    values.know(b.load_deref(leaf), kind);
}

void Interface::store_output(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    if (!outputs_.empty() && choices.one_in(2)) {
        Variable* variable = outputs_[choices.below(static_cast<std::uint32_t>(outputs_.size()))];
        DerefInstruction* leaf = random_leaf(values, b.deref_var(variable));
        const unsigned count = leaf->type->num_components;
        SsaDef* value = values.whole(leaf_class(*leaf), 32, count);
        b.store_deref(leaf, value, 1 + choices.below((1U << count) - 1));
        return;
    }
    const unsigned slot = choices.below(kOutputSlots);
    const bool apart = choices.one_in(3); // component by component
    const unsigned count = 1 + choices.below(4);
    const unsigned first = choices.below(5 - count);
    SsaDef* value = values.whole(ValueClass::floats, 32, count);
    for (unsigned c = 0; c < (apart ? count : 1); ++c) {
        SsaDef* part = apart ? b.mov(channel(value, c)) : value;
        b.store_output(part, values.zero())
            ->set_base(slot)
            ->set_component(first + c)
            ->set_src_type(kFloat)
            ->set_write_mask(apart ? 1 : (1U << count) - 1);
    }
}

void Interface::load_system_value(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    if (!system_values_.empty() && choices.one_in(2)) {
        const auto count = static_cast<std::uint32_t>(system_values_.size());
        Variable* variable = system_values_[choices.below(count)];
        if (choices.one_in(2)) {
            values.know(b.load_var(variable), class_of(variable->type->scalar.base));
        } else {
            DerefInstruction* leaf = random_leaf(values, b.deref_var(variable));
            values.know(b.load_deref(leaf), leaf_class(*leaf));
        }
        return;
    }
    switch (stage_) {
    case Stage::compute:
        switch (choices.below(5)) {
        case 0: values.know(&b.load_local_invocation_index()->value, ValueClass::integers); break;
        case 1: values.know(&b.load_workgroup_index()->value, ValueClass::integers); break;
        case 2:
            values.know(&b.load_global_invocation_id(choices.one_in(2) ? 64 : 32)->value,
                        ValueClass::integers);
            break;
        case 3: values.know(&b.load_global_size(32)->value, ValueClass::integers); break;
        default: values.know(&b.load_num_workgroups()->value, ValueClass::integers); break;
        }
        break;
    case Stage::fragment: values.know(&b.load_front_face(1)->value, ValueClass::truths); break;
    default:
        values.know(choices.one_in(2) ? &b.load_vertex_id()->value
                                      : &b.load_vertex_id_zero_base()->value,
                    ValueClass::integers);
        break;
    }
}

void Interface::finish(Values& values) {
    Builder& b = values.builder();
    for (unsigned slot = 0; slot < kOutputSlots && !values.empty(); ++slot) {
        const Values::Known known = values.recent();
        SsaDef* value = known.value;
        const unsigned kept = std::min(4U, unsigned{value->num_components});
        Operand part(value);
        part.num_components = static_cast<std::uint8_t>(kept);
        if (known.kind == ValueClass::truths) {
            value = b.b2i32(part);
        } else if (value->bit_size == 64) {
            value = known.kind == ValueClass::floats ? b.f2f32(part)
                                                     : b.unpack_64_2x32(channel(part, 0));
        } else if (known.kind == ValueClass::floats && value->bit_size == 16) {
            value = b.f2f32(part);
        } else if (value->bit_size != 32) {
            value = b.u2u32(part);
        } else {
            value = b.whole(part);
        }
        b.store_output(value, values.zero())
            ->set_base(slot)
            ->set_src_type(type_of(known.kind))
            ->set_write_mask((1U << value->num_components) - 1);
    }
}

} // namespace jacquard::nir
