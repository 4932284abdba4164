#include <jacquard/nir/binary/serialise.h>
#include <jacquard/nir/binary/serialise_state.h>
#include <jacquard/nir/text/print/words.h>

#include <utility>

namespace jacquard::nir {

using binary::Item;

std::vector<std::uint8_t> Serialiser::run() {
    bytes_.assign(binary::kMagic.begin(), binary::kMagic.end());
    byte(binary::kVersion);
    fixed(binary::table_fingerprint(), 8);
    info(shader_.info);
    types();
    variable_numbers_.resize(shader_.num_variables());
    variables(shader_.variables());
    for (const Function& function : shader_.functions()) {
        function_numbers_.emplace(&function, function_numbers_.size());
    }
    number(function_numbers_.size());
    for (const Function& function : shader_.functions()) {
        head(function);
    }
    for (const Function& function : shader_.functions()) {
        body(function);
    }
    return std::move(bytes_);
}

void Serialiser::info(const ShaderInfo& info) {
    word(info.stage);
    text(info.name);
    unsigned controls = 0;
    for (std::size_t i = 0; i < kFloatControlWords.size(); ++i) {
        controls |= kFloatControlWords[i].get(info.float_controls) ? 1U << i : 0U;
    }
    number(controls);
    for (const auto* slots : {&info.inputs, &info.outputs}) {
        number(slots->size());
        for (const IoSlot& slot : *slots) {
            word(slot.semantic);
            number(slot.semantic_index);
            word(slot.interpolation);
            word(slot.location);
            byte(slot.mask);
            byte(slot.invariant);
        }
    }
    number(info.constant_buffers.size());
    for (const ConstantBuffer& buffer : info.constant_buffers) {
        number(buffer.index);
        number(buffer.num_vec4);
    }
    number(info.textures.size());
    for (const TextureUnit& unit : info.textures) {
        number(unit.unit);
        word(unit.dim);
        byte(unit.is_array);
        byte(unit.is_shadow);
        word(unit.type);
    }
    number(info.properties.size());
    for (const ShaderProperty& property : info.properties) {
        text(property.name);
        number(property.values.size());
        for (const std::uint32_t value : property.values) {
            number(value);
        }
    }
}

// Types that nothing uses are no part of the shader; the others are numbered as they are met.
// What a type is made of comes before it, and types nest no deeper than kMaxTypeDepth.
void Serialiser::meet(const Type* type) {
    if (type == nullptr || type_numbers_[type->index] != kUnmet) {
        return;
    }
    meet(type->element);
    for (const StructMember& member : type->members) {
        meet(member.type);
    }
    type_numbers_[type->index] = static_cast<std::uint32_t>(types_.size());
    types_.push_back(type);
}

void Serialiser::meet_types() {
    type_numbers_.assign(shader_.types.all().size(), kUnmet);
    for (const Type* type : shader_.types.all()) {
        if (type->is_structure()) {
            meet(type);
        }
    }
    for (const Variable& variable : shader_.variables()) {
        meet(variable.type);
    }
    for (const Function& function : shader_.functions()) {
        for (const Parameter& parameter : function.parameters) {
            meet(parameter.type);
        }
        for (const Variable& variable : function.variables()) {
            meet(variable.type);
        }
        for (const Block& block : function.blocks()) {
            for (const Instruction& each : block.instructions()) {
                if (const auto* deref = each.as<DerefInstruction>()) {
                    meet(deref->type);
                }
            }
        }
    }
}

void Serialiser::types() {
    meet_types();
    number(types_.size());
    for (const Type* type : types_) {
        word(type->kind);
        switch (type->kind) {
        case TypeKind::void_type: break;
        case TypeKind::vector:
            scalar(type->scalar);
            byte(type->num_components);
            break;
        case TypeKind::matrix:
            scalar(type->scalar);
            byte(type->num_components);
            byte(type->num_columns);
            number(type->stride);
            break;
        case TypeKind::array:
            number(type_number(type->element));
            number(type->length);
            number(type->stride);
            break;
        case TypeKind::structure:
            text(type->name);
            number(type->members.size());
            for (const StructMember& member : type->members) {
                text(member.name);
                number(type_number(member.type));
                number(member.offset);
            }
            break;
        case TypeKind::texture:
        case TypeKind::image:
            word(type->dim);
            byte(type->is_array);
            byte(type->is_shadow);
            scalar(type->scalar);
            break;
        case TypeKind::sampler: byte(type->is_shadow); break;
        }
    }
}

void Serialiser::variables(const VariableList& list) {
    std::size_t count = 0;
    for (const Variable& each : list) {
        static_cast<void>(each);
        ++count;
    }
    number(count);
    for (const Variable& each : list) {
        variable_numbers_[each.index] = next_variable_++;
        variable(each);
    }
}

void Serialiser::variable(const Variable& variable) {
    text(variable.name);
    number(type_number(variable.type));
    word(variable.mode);
    signed_number(variable.location);
    for (const std::uint32_t each :
         {variable.driver_location, variable.component, variable.descriptor_set, variable.binding,
          variable.offset, variable.semantic_index}) {
        number(each);
    }
    word(variable.semantic);
    word(variable.interpolation);
    word(variable.interpolation_location);
    word(variable.access);
    unsigned flags = 0;
    for (const bool each :
         {variable.per_vertex, variable.patch, variable.invariant, variable.precise,
          variable.compact, variable.bindless, variable.read_only, variable.placed}) {
        flags = flags << 1 | (each ? 1U : 0U);
    }
    byte(flags);
    number(variable.initializer.size());
    for (const ConstantValue& value : variable.initializer) {
        number(value.u64);
    }
}

void Serialiser::head(const Function& function) {
    text(function.name);
    byte((function.is_entry ? 1U : 0U) | (&function == shader_.entry ? 2U : 0U));
    number(function.parameters.size());
    for (const Parameter& parameter : function.parameters) {
        byte(parameter.num_components);
        byte(parameter.bit_size);
        byte(parameter.is_return);
        word(parameter.modes);
        number(parameter.type != nullptr ? type_number(parameter.type) + 1U : 0);
    }
    variables(function.variables());
}

// Nested lists end where their parents go on, so no stack is needed.
void Serialiser::body(const Function& function) {
    number_values(function);
    const ControlFlowNode* node = function.body.first;
    while (node != nullptr) {
        if (const auto* block = node->as<Block>()) {
            word(Item::block);
            for (const Instruction& each : block->instructions()) {
                instruction(each);
            }
        } else if (const auto* branch = node->as<IfNode>()) {
            word(Item::branch);
            use(branch->condition);
            node = branch->then_list.first;
            continue;
        } else if (const auto* loop = node->as<LoopNode>()) {
            word(Item::loop);
            node = loop->body.first;
            continue;
        }
        node = after(node, function);
    }
}

const ControlFlowNode* Serialiser::after(const ControlFlowNode* node, const Function& function) {
    while (node->next == nullptr) {
        word(Item::end);
        if (node->list == &function.body) {
            return nullptr;
        }
        const ControlFlowNode* parent = node->parent;
        const auto* branch = parent->as<IfNode>();
        if (branch != nullptr && node->list == &branch->then_list) {
            return branch->else_list.first;
        }
        node = parent;
    }
    return node->next;
}

void Serialiser::number_values(const Function& function) {
    value_numbers_.assign(shader_.next_ssa_index, 0);
    next_value_ = 0;
    std::uint32_t count = 0;
    for (Block& block : function.blocks()) {
        for (Instruction& each : block.instructions()) {
            each.for_each_def([&](const SsaDef& value) {
                if (value.index >= value_numbers_.size()) {
                    value_numbers_.resize(value.index + std::size_t{1});
                }
                value_numbers_[value.index] = count++;
            });
        }
    }
}

std::vector<std::uint8_t> serialise(const Shader& shader) {
    return Serialiser(shader).run();
}

} // namespace jacquard::nir
