#include <jacquard/spirv/translate/interface/built_ins.h>
#include <jacquard/spirv/translate/interface/entry_point.h>
#include <jacquard/spirv/translate/interface/feedback.h>
#include <jacquard/spirv/translate/interface/initialisers.h>
#include <jacquard/spirv/translate/interface/resources.h>
#include <jacquard/spirv/translate/interface/variables.h>
#include <jacquard/spirv/translate/interface/varyings.h>
#include <jacquard/spirv/translate/values/annotations.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>

// Variables of the module and of functions.
namespace jacquard::spirv {

void Variables::declare_interface(const Instruction& instruction, const Type& pointee,
                                  bool is_input) {
    const std::uint32_t id = instruction.result;
    Pointer& made = *arena().make<Pointer>();
    made.pointee = &pointee;
    made.storage = is_input ? StorageClass::Input : StorageClass::Output;
    made.modes = is_input ? nir::VariableMode::shader_in : nir::VariableMode::shader_out;
    Value& value = values_.new_value(types_.value_type(instruction.type));
    value.pointer = &made;
    values_.set_global(id, value);
    if (const auto built_in = decorations().value(id, Decoration::BuiltIn)) {
        built_ins_.declare_built_in(id, *built_in, made);
        return;
    }
    InterfacePlace place;
    place.id = id;
    place.is_input = is_input;
    const bool is_per_vertex_array =
        varyings_.is_per_vertex(id, is_input) && pointee.kind == TypeKind::array;
    place.vertices = is_per_vertex_array ? &pointee : nullptr;
    place.location = decorations().value(id, Decoration::Location).value_or(0);
    place.component = decorations().value(id, Decoration::Component).value_or(0);
    varyings_.take_second_colour(place);
    feedback_.take_feedback_facts(id, DecorationFact::kWhole, place);
    const Interface* whole =
        varyings_.declare_part(is_per_vertex_array ? *pointee.element : pointee, place);
    made.variable = whole->variable;
    made.interface = whole->variable == nullptr ? whole : nullptr;
}

void Variables::declare_variable(const Instruction& instruction) {
    const Words words = module().operands(instruction);
    const Type& pointer_type = types_.value_type(instruction.type);
    const auto storage = static_cast<StorageClass>(words[0]);
    if (pointer_type.kind != TypeKind::pointer || pointer_type.storage != storage) {
        malformed("its type is not a pointer into the storage class");
    }
    if (storage == StorageClass::Function) {
        malformed("variables of the storage class Function stand in functions");
    }
    const Type& pointee = types_.variable_type(pointer_type);
    if (storage == StorageClass::Input || storage == StorageClass::Output) {
        if (!entry_point_.is_interface(instruction.result)) {
            return; // of another entry point
        }
        declare_interface(instruction, pointee, storage == StorageClass::Input);
    } else {
        resources_.declare_resource(instruction, pointee);
    }
    if (words.size() > 1) {
        const Value& value = *values_.find(instruction.result);
        initialisers_.add_global(*value.pointer, words[1]);
    }
}

void Variables::declare_local(const Instruction& instruction) {
    const Words words = module().operands(instruction);
    const Type& pointer_type = types_.value_type(instruction.type);
    if (pointer_type.kind != TypeKind::pointer || pointer_type.storage != StorageClass::Function ||
        words[0] != static_cast<std::uint32_t>(StorageClass::Function)) {
        malformed("variables of functions are of the storage class Function");
    }
    const Type& pointee = types_.variable_type(pointer_type);
    context().count_own_memory(pointee);
    const bool is_held = pointee.holds_opaque && !pointee.is_composite() && words.size() == 1 &&
                         handle_variables_.is_set_once(instruction);
    if (pointee.holds_opaque && !is_held) {
        unsupported("images, samplers and pointers in memory are");
    }
    Pointer& made = *arena().make<Pointer>();
    made.pointee = &pointee;
    made.storage = StorageClass::Function;
    made.modes = nir::VariableMode::function_temp;
    Value& value = values_.new_value(pointer_type);
    value.pointer = &made;
    values_.set_value(instruction.result, value);
    if (is_held) {
        made.held = arena().make<const Value*>(nullptr);
        return;
    }
    made.variable = shader().add_local(
        context().function(), types_.nir_type(pointee, types_.layout_of(StorageClass::Function)),
        annotations_.name_of(instruction.result));
    if (words.size() > 1) {
        initialisers_.initialise(made, words[1]);
    }
}

} // namespace jacquard::spirv
