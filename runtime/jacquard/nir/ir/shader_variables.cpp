#include <jacquard/nir/ir/shader.h>

// Types and variables of a shader.
namespace jacquard::nir {

const Type* Shader::void_type() {
    return types.intern(Type{});
}

const Type* Shader::vector_type(AluType scalar, unsigned num_components) {
    Type type;
    type.kind = TypeKind::vector;
    type.scalar = scalar;
    type.num_components = static_cast<std::uint8_t>(num_components);
    return types.intern(type);
}

const Type* Shader::matrix_type(AluType scalar, unsigned rows, unsigned columns,
                                std::uint32_t stride) {
    Type type;
    type.kind = TypeKind::matrix;
    type.scalar = scalar;
    type.num_components = static_cast<std::uint8_t>(rows);
    type.num_columns = static_cast<std::uint8_t>(columns);
    type.stride = stride;
    type.element = vector_type(scalar, rows);
    return types.intern(type);
}

const Type* Shader::array_type(const Type* element, std::uint32_t length, std::uint32_t stride) {
    Type type;
    type.kind = TypeKind::array;
    type.length = length;
    type.stride = stride;
    type.element = element;
    return types.intern(type);
}

const Type* Shader::structure_type(std::string_view name, std::span<const StructMember> members) {
    Type type;
    type.kind = TypeKind::structure;
    type.name = name;
    type.members = members;
    return types.intern(type);
}

const Type* Shader::texture_type(TextureDim dim, bool is_array, bool is_shadow, AluType texel) {
    Type type;
    type.kind = TypeKind::texture;
    type.dim = dim;
    type.is_array = is_array;
    type.is_shadow = is_shadow;
    type.scalar = texel;
    return types.intern(type);
}

const Type* Shader::sampler_type(bool is_shadow) {
    Type type;
    type.kind = TypeKind::sampler;
    type.is_shadow = is_shadow;
    return types.intern(type);
}

const Type* Shader::image_type(TextureDim dim, bool is_array, AluType texel) {
    Type type;
    type.kind = TypeKind::image;
    type.dim = dim;
    type.is_array = is_array;
    type.scalar = texel;
    return types.intern(type);
}

Variable* Shader::make_variable(const Type* type, std::string_view name) {
    auto* variable = arena.make<Variable>();
    variable->name = variable_names_.take(name.empty() ? "variable" : name);
    variable->type = type;
    variable->index = next_variable_index_++;
    return variable;
}

Variable* Shader::add_variable(VariableMode mode, const Type* type, std::string_view name) {
    Variable* variable = make_variable(type, name);
    variable->mode = mode;
    globals.append(variable);
    return variable;
}

Variable* Shader::add_local(Function* function, const Type* type, std::string_view name) {
    Variable* variable = make_variable(type, name);
    variable->mode = VariableMode::function_temp;
    variable->function = function;
    function->locals.append(variable);
    return variable;
}

bool Shader::has_locals() const {
    for (const Function& function : functions()) {
        if (!function.variables().empty()) {
            return true;
        }
    }
    return false;
}

void Shader::remove_variable(Variable* variable) {
    (variable->function != nullptr ? variable->function->locals : globals).remove(variable);
}

std::vector<const Type*> import_types(Shader& into, const Shader& from) {
    std::vector<const Type*> made;
    made.reserve(from.types.all().size());
    std::vector<StructMember> members;
    for (const Type* type : from.types.all()) {
        Type copy = *type;
        if (copy.element != nullptr) {
            copy.element = made[copy.element->index];
        }
        members.assign(type->members.begin(), type->members.end());
        for (StructMember& member : members) {
            member.type = made[member.type->index];
        }
        copy.members = members;
        made.push_back(into.types.intern(copy));
    }
    return made;
}

} // namespace jacquard::nir
