#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/validate/validate_variables.h>

#include <bit>
#include <set>
#include <utility>

namespace jacquard::nir {
namespace {

using Faults = std::vector<std::string>;

constexpr VariableMode kReadOnly = VariableMode::shader_in | VariableMode::uniform |
                                   VariableMode::mem_ubo | VariableMode::mem_push_const |
                                   VariableMode::mem_constant | VariableMode::system_value;
constexpr VariableMode kOpaque = VariableMode::uniform | VariableMode::image;
// Memory that the outside gives, and with it the length of an array.
constexpr VariableMode kUnsized = VariableMode::mem_ssbo | VariableMode::mem_ubo |
                                  VariableMode::mem_global | VariableMode::mem_constant |
                                  VariableMode::shader_in | VariableMode::shader_out |
                                  VariableMode::uniform | VariableMode::image;

bool within(VariableMode modes, VariableMode allowed) {
    return (modes & allowed) == modes;
}

std::string quoted(std::string_view name) {
    return "\"" + std::string(name) + "\"";
}

class DeclarationChecker {
  public:
    explicit DeclarationChecker(const Shader& shader) : shader_(shader) {}

    std::vector<DeclarationFault> run() {
        for (const Type* type : shader_.types.all()) {
            check_type(*type);
        }
        for (const Variable& variable : shader_.variables()) {
            check_variable(variable, nullptr);
        }
        for (const Function& function : shader_.functions()) {
            for (const Variable& variable : function.variables()) {
                check_variable(variable, &function);
            }
            check_parameters(function);
        }
        return std::move(faults_);
    }

  private:
    template <typename Subject>
    void report(const Subject& subject, std::string message) {
        faults_.push_back({std::move(message), &subject});
    }

    void check_type(const Type& type) {
        if (type.kind == TypeKind::vector || type.kind == TypeKind::matrix) {
            if (!is_valid_bit_size(type.scalar.bit_size) || !is_valid_scalar(type.scalar)) {
                report(type, "there is no type " + print(type));
            } else if (!is_valid_component_count(type.num_components)) {
                report(type, "no type has " + std::to_string(type.num_components) + " components");
            }
        } else if (type.kind == TypeKind::array && type.element->kind == TypeKind::void_type) {
            report(type, "an array has elements of a type");
        }
        std::set<std::string_view> names;
        for (const StructMember& member : type.members) {
            if (!names.insert(member.name).second) {
                report(type, "the structure " + quoted(type.name) + " has two members " +
                                 quoted(member.name));
            }
            if (member.type->kind == TypeKind::void_type) {
                report(type, "the member " + quoted(member.name) + " of " + quoted(type.name) +
                                 " has no type");
            }
        }
    }

    void check_variable(const Variable& variable, const Function* function) {
        const auto fault = [&](const std::string& what) {
            report(variable, "the variable " + quoted(variable.name) + " " + what);
        };
        if (!names_.insert(variable.name).second) {
            fault("has the name of another");
        }
        if (variable.type == nullptr || !is_type_of(shader_, variable.type)) {
            fault("has no type of this shader");
            return;
        }
        if (variable.function != function ||
            (function != nullptr) != (variable.mode == VariableMode::function_temp)) {
            fault("is not in the list of its mode");
        }
        const auto mode = static_cast<std::uint32_t>(variable.mode);
        if (!std::has_single_bit(mode) || find_word(kVariableModeWords, mode).empty()) {
            fault("has not one mode");
        }
        if (variable.type->kind == TypeKind::void_type) {
            fault("holds nothing");
        }
        if (variable.type->contains_opaque && !within(variable.mode, kOpaque)) {
            fault("holds a texture, sampler or image, but is not a uniform");
        }
        if (variable.type->is_unsized() && !within(variable.mode, kUnsized)) {
            fault("is an array of no length, but has storage of its own");
        }
        check_initializer(variable, fault);
    }

    template <typename Report>
    void check_initializer(const Variable& variable, const Report& fault) {
        if (variable.initializer.empty()) {
            return;
        }
        if (variable.initializer.size() != variable.type->scalar_count) {
            fault("has another number of scalars than its initializer");
            return;
        }
        ScalarWalk walk(variable.type);
        for (const ConstantValue& value : variable.initializer) {
            if ((value.u64 & ~mask_of_bits(walk.next_bit_size())) != 0) {
                fault("is initialised with bits above the width");
                return;
            }
        }
    }

    void check_parameters(const Function& function) {
        unsigned returns = 0;
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            const Parameter& parameter = function.parameters[i];
            const std::string name =
                "parameter " + std::to_string(i) + " of " + quoted(function.name);
            returns += parameter.is_return ? 1 : 0;
            if (!is_valid_bit_size(parameter.bit_size) ||
                !is_valid_component_count(parameter.num_components)) {
                report(function, name + " has no shape that a value can have");
            }
            if (parameter.is_reference()
                    ? parameter.modes == VariableMode::nothing || parameter.num_components != 1 ||
                          !is_type_of(shader_, parameter.type)
                    : parameter.modes != VariableMode::nothing || parameter.is_return) {
                report(function, name + " is neither a value nor a reference");
            }
        }
        if (returns > 1) {
            report(function, quoted(function.name) + " returns more than one result");
        }
    }

    static bool is_type_of(const Shader& shader, const Type* type) {
        return type->index < shader.types.all().size() && shader.types.all()[type->index] == type;
    }

    const Shader& shader_;
    std::vector<DeclarationFault> faults_;
    std::set<std::string_view> names_;
};

// Returns true for variables of the shader, and of the function that has the instruction.
bool is_in_scope(const Shader& shader, const Variable& variable, const Instruction& instruction) {
    const Function* function = variable.function;
    if (function == nullptr) {
        return true;
    }
    return function->shader == &shader && function_of(instruction.block) == function;
}

bool has_shape(const Type& type, const SsaDef& value) {
    return type.is_vector_or_scalar() && type.num_components == value.num_components &&
           type.scalar.bit_size == value.bit_size;
}

void check_scope(const Shader& shader, const Variable* variable, const Instruction& instruction,
                 Faults& faults) {
    if (variable == nullptr) {
        faults.emplace_back("a variable is not named");
    } else if (!is_in_scope(shader, *variable, instruction)) {
        faults.push_back("the variable " + quoted(variable->name) + " is another function's");
    }
}

// Returns true if the step may be taken from its parent's type and gives the dereference's type. An
// element of a vector is compared apart, since its type is not stored in the vector's.
bool is_part(const DerefInstruction& deref, const Type& whole) {
    switch (deref.deref) {
    case DerefKind::array:
        if (whole.kind == TypeKind::vector) {
            return deref.type->is_scalar() && deref.type->scalar == whole.scalar;
        }
        return whole.has_elements() && deref.type == whole.element;
    case DerefKind::array_wildcard: return whole.has_elements() && deref.type == whole.element;
    case DerefKind::ptr_as_array: return deref.type == &whole;
    case DerefKind::structure:
        return deref.member < whole.members.size() &&
               deref.type == whole.members[deref.member].type;
    case DerefKind::cast:
    case DerefKind::var: break;
    }
    return true;
}

void check_cast(const DerefInstruction& cast, Faults& faults) {
    if (cast.parent.ssa->num_components != 1) {
        faults.emplace_back("a pointer is one component");
    }
    if (cast.parent.ssa->bit_size != cast.value.bit_size) {
        faults.emplace_back("a cast keeps the width of the pointer");
    }
    check_alignment(cast.align_mul, cast.align_offset, faults);
}

void check_child(const DerefInstruction& deref, Faults& faults) {
    const DerefInstruction* parent = deref.parent_deref();
    if (parent == nullptr) {
        faults.emplace_back("the parent is not a dereference");
        return;
    }
    if (parent->type == nullptr || !is_part(deref, *parent->type)) {
        faults.push_back("a " + (parent->type != nullptr ? print(*parent->type) : "parent") +
                         " has no such part of this type");
    }
    if (deref.modes != parent->modes) {
        faults.emplace_back("the modes are not those of the parent");
    }
    if (deref.value.bit_size != parent->value.bit_size) {
        faults.emplace_back("the value has another width than the parent's");
    }
    if (deref.deref == DerefKind::ptr_as_array && parent->deref != DerefKind::cast &&
        parent->deref != DerefKind::array && parent->deref != DerefKind::ptr_as_array) {
        faults.emplace_back("a pointer into an array is cast, or an element");
    }
    if (deref.has_index()) {
        const SsaDef& index = *deref.index.ssa;
        if (index.num_components != 1 || index.bit_size == 1) {
            faults.emplace_back("an index is one integer");
        }
    }
}

void check_named_variables(const Shader& shader, const IntrinsicInstruction& intrinsic,
                           Faults& faults) {
    for (const Variable* variable : intrinsic.variables()) {
        check_scope(shader, variable, intrinsic, faults);
        if (variable == nullptr) {
            return;
        }
    }
    const auto variables = intrinsic.variables();
    const VariableAccess& access = *variable_access(intrinsic.op);
    const bool stores = access.is_store();
    if (stores || access.is_load()) {
        const SsaDef& value =
            stores ? *intrinsic.first_source[access.value_source].ssa : intrinsic.value;
        if (!has_shape(*variables[0]->type, value)) {
            faults.push_back("the variable is a " + print(*variables[0]->type));
        }
    }
    const bool copies = access.is_copy();
    if (copies && variables[0]->type != variables[1]->type) {
        faults.emplace_back("a copy is between variables of one type");
    }
    if ((stores || copies) && within(variables[0]->mode, kReadOnly)) {
        faults.push_back("nothing writes a variable of mode " +
                         std::string(find_word(kVariableModeWords,
                                               static_cast<std::uint32_t>(variables[0]->mode))));
    }
}

// Explicit strides and offsets may differ between what is copied.
bool are_alike(const Type& a, const Type& b) {
    return &a == &b || (a.kind == b.kind && a.scalar_count == b.scalar_count &&
                        a.members.size() == b.members.size() && a.length == b.length);
}

void check_deref_types(const IntrinsicInstruction& intrinsic, const DerefInstruction& deref,
                       Faults& faults) {
    const VariableAccess* access = variable_access(intrinsic.op);
    if (access == nullptr) {
        return;
    }
    switch (access->action) {
    case VariableAction::load:
    case VariableAction::store:
    case VariableAction::atomic:
        if (!has_shape(*deref.type, access->is_store()
                                        ? *intrinsic.first_source[access->value_source].ssa
                                        : intrinsic.value)) {
            faults.push_back("the dereference names a " + print(*deref.type));
        }
        break;
    case VariableAction::copy: {
        const DerefInstruction* from = deref_of(intrinsic.first_source[access->from_source]);
        if (from != nullptr && !are_alike(*deref.type, *from->type)) {
            faults.push_back("a " + print(*from->type) + " is copied to a " + print(*deref.type));
        }
        break;
    }
    default: return;
    }
    if (!access->is_load() && within(deref.modes, kReadOnly)) {
        faults.emplace_back("nothing writes memory of this mode");
    }
}

} // namespace

std::vector<DeclarationFault> declaration_faults(const Shader& shader) {
    return DeclarationChecker(shader).run();
}

void check_alignment(std::uint64_t mul, std::uint64_t offset, Faults& faults) {
    if (mul != 0 ? !std::has_single_bit(mul) || offset >= mul : offset != 0) {
        faults.emplace_back("the alignment is a power of two and an offset below it");
    }
}

void check_deref(const Shader& shader, const DerefInstruction& deref, Faults& faults) {
    if (deref.type == nullptr) {
        faults.emplace_back("a dereference has a type");
        return;
    }
    if (deref.value.num_components != 1 ||
        (deref.value.bit_size != 32 && deref.value.bit_size != 64)) {
        faults.emplace_back("the value of a dereference is one component of 32 or 64 bits");
    }
    if (deref.deref == DerefKind::var) {
        check_scope(shader, deref.variable, deref, faults);
        if (deref.variable != nullptr &&
            (deref.type != deref.variable->type || deref.modes != deref.variable->mode)) {
            faults.emplace_back("type and mode are not those of the variable");
        }
        return;
    }
    if (deref.modes == VariableMode::nothing) {
        faults.emplace_back("a dereference says what memory it may point into");
    }
    if (deref.deref == DerefKind::cast) {
        check_cast(deref, faults);
    } else {
        check_child(deref, faults);
    }
}

void check_variable_access(const Shader& shader, const IntrinsicInstruction& intrinsic,
                           Faults& faults) {
    const IntrinsicInfo& info = intrinsic.info();
    if (info.num_variables != 0) {
        check_named_variables(shader, intrinsic, faults);
    }
    if (info.deref_sources == 0) {
        return;
    }
    for (unsigned i = 0; i < intrinsic.num_sources; ++i) {
        if ((info.deref_sources >> i & 1) == 0) {
            continue;
        }
        const DerefInstruction* deref = deref_of(intrinsic.first_source[i]);
        if (deref == nullptr || deref->type == nullptr) {
            faults.push_back("source " + std::to_string(i) + " is not a dereference");
        } else if (i == 0) {
            check_deref_types(intrinsic, *deref, faults);
        }
    }
}

} // namespace jacquard::nir
