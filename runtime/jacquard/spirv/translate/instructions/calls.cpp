#include <jacquard/nir/build/ssa_repair.h>
#include <jacquard/spirv/translate/instructions/calls.h>
#include <jacquard/spirv/translate/interface/entry_point.h>
#include <jacquard/spirv/translate/pointers/generic_pointers.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/annotations.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>

// Functions as callers see them.
namespace jacquard::spirv {

namespace {

constexpr std::size_t kMaxParameters = 255;

} // namespace

void Calls::list_parameters(const Type& type, std::vector<nir::Parameter>& list) {
    if (type.is_one_value()) {
        list.push_back({static_cast<std::uint8_t>(type.components()), type.scalar.bit_size, false,
                        nir::VariableMode::nothing, nullptr});
    } else if (type.is_composite()) {
        for (std::uint32_t i = 0; i < type.num_parts() && list.size() <= kMaxParameters; ++i) {
            list_parameters(*type.part(i), list);
        }
    } else {
        const bool is_pointer = type.kind == TypeKind::pointer;
        const Type& pointee = is_pointer ? *type.element : type;
        const StorageClass storage = is_pointer ? type.storage : StorageClass::UniformConstant;
        const bool is_interface = storage == StorageClass::Input || storage == StorageClass::Output;
        if (is_interface && pointee.without_arrays().scalar.bit_size == 16) {
            unsupported("pointers to inputs and outputs of 16 bits as arguments are");
        }
        const nir::Parameter reference = {1, 32, false, types_.mode_of(storage, pointee),
                                          types_.nir_type(pointee, types_.layout_of(storage))};
        list.push_back(reference);
        if (type.kind == TypeKind::sampled_image) {
            list.push_back(reference); // the sampler may be another one
        }
    }
    if (list.size() > kMaxParameters) {
        unsupported("functions of more than 255 parameters are");
    }
}

void Calls::make_function(const Instruction& definition) {
    const Type& signature = types_.type(module().operands(definition)[1]);
    if (signature.kind != TypeKind::function || signature.element->id != definition.type) {
        malformed("its type is not a function that returns what it says");
    }
    const bool is_entry = definition.result == entry_point_.function_id();
    nir::Function* made =
        shader().add_function(is_entry ? "main"
                                       : annotations_.name_of(definition.result) + '_' +
                                             std::to_string(definition.result),
                              is_entry);
    functions_[definition.result] = made;
    std::vector<nir::Parameter> parameters;
    if (signature.element->kind != TypeKind::void_type) {
        if (signature.element->holds_opaque) {
            unsupported("functions that return images, samplers or pointers are");
        }
        context().count_own_memory(*signature.element);
        parameters.push_back(
            {1, 32, true, nir::VariableMode::function_temp, types_.nir_type(*signature.element)});
    }
    const bool is_kernel = is_entry && context().is_kernel();
    for (const Type* parameter : generic_pointers_.parameter_types(definition)) {
        if (!is_kernel) { // whose parameters are in a buffer
            list_parameters(*parameter, parameters);
        }
    }
    if (is_entry && !parameters.empty()) {
        malformed("an entry point has neither parameters nor a result");
    }
    made->parameters = shader().arena.copy_array(std::span<const nir::Parameter>(parameters));
}

void Calls::hand_over(const Value& value, std::vector<SsaDef*>& arguments) {
    if (value.def != nullptr) {
        arguments.push_back(value.def);
        return;
    }
    if (value.pointer == nullptr) {
        for (const Value* part : value.parts) {
            hand_over(*part, arguments);
        }
        return;
    }
    const auto reference = [&](const Pointer& pointer) {
        if (pointer.is_row_major || pointer.column || pointer.image != nullptr) {
            unsupported(
                "handing over pointers into matrices that lie row by row, or to texels, is");
        }
        return &pointers_.deref(pointer)->value;
    };
    arguments.push_back(reference(*value.pointer));
    if (value.type->kind == TypeKind::sampled_image) {
        arguments.push_back(reference(*value.sampler));
    }
}

void Calls::translate_call() {
    const Instruction* definition = module().definition(word(0));
    if (definition == nullptr || !functions_.contains(word(0))) {
        malformed('%' + std::to_string(word(0)) + " is not a function");
    }
    const Type& signature = types_.type(module().operands(*definition)[1]);
    if (now().words.size() != signature.members.size() + 1 ||
        generic_pointers_.parameter_types(*definition).size() != signature.members.size() ||
        now().type != signature.element) {
        malformed("its operands are not those that the function takes");
    }
    std::vector<SsaDef*> arguments;
    Pointer result;
    if (signature.element->kind != TypeKind::void_type) {
        result.pointee = signature.element;
        result.storage = StorageClass::Function;
        result.modes = nir::VariableMode::function_temp;
        result.variable =
            shader().add_local(context().function(), types_.nir_type(*signature.element), "result");
        arguments.push_back(&pointers_.deref(result)->value);
    }
    const std::vector<const Type*> parameters = generic_pointers_.parameter_types(*definition);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const Value& argument = values_.operand(i + 1);
        if (argument.type != parameters[i]) {
            malformed("operand " + std::to_string(i) + " is not of the type of the parameter");
        }
        hand_over(argument, arguments);
    }
    b().call(functions_.at(word(0)), arguments);
    if (result.variable != nullptr) {
        values_.define(memory_.load(result, nir::Access::nothing));
    }
}

void Calls::return_value(std::uint32_t id) {
    const Value& given = values_.value(id);
    if (given.type != context().return_type()) {
        malformed("the function returns a value of another type");
    }
    Pointer result;
    result.pointee = context().return_type();
    result.storage = StorageClass::Function;
    result.modes = nir::VariableMode::function_temp;
    result.reference_type = types_.nir_type(*context().return_type());
    nir::IntrinsicInstruction* read = b().load_param(1, 32);
    read->set_param_idx(0);
    result.reference = &read->value;
    memory_.store(result, given, nir::Access::nothing);
}

} // namespace jacquard::spirv
