#include <jacquard/nir/build/ssa_repair.h>
#include <jacquard/spirv/translate/translator.h>

// Functions, their parameters and calls.
namespace jacquard::spirv {

namespace {

constexpr std::size_t kMaxParameters = 255;

} // namespace

// The functions that the entry comes to call, it first. Faults of others are nobody's.
bool Translator::find_functions(const Instruction& entry) {
    std::unordered_set<std::uint32_t> seen;
    std::vector<std::uint32_t> waiting = {module_.operands(entry)[1]};
    while (!waiting.empty()) {
        const std::uint32_t id = waiting.back();
        waiting.pop_back();
        if (!seen.insert(id).second) {
            continue;
        }
        const Instruction* definition = module_.definition(id);
        if (definition == nullptr || definition->op() != Op::Function) {
            report_fault(entry, {'%' + std::to_string(id) + " is not a function", false});
            return false;
        }
        const std::uint32_t first = module_.definitions[id];
        function_order_.push_back(first);
        bool has_body = false;
        std::uint32_t i = first;
        for (; module_.instructions[i].op() != Op::FunctionEnd; ++i) {
            const Instruction& instruction = module_.instructions[i];
            has_body = has_body || instruction.op() == Op::Label;
            if (instruction.op() == Op::FunctionCall) {
                waiting.push_back(module_.operands(instruction)[0]);
            }
        }
        refuse_names_of_function(first, i);
        if (!has_body) {
            report_fault(*definition, {"functions of other modules are", true});
            return false;
        }
    }
    return true;
}

void Translator::list_parameters(const Type& type, std::vector<nir::Parameter>& list) {
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
        const nir::Parameter reference = {1, 32, false, mode_of(storage, pointee),
                                          nir_type(pointee, layout_of(storage))};
        list.push_back(reference);
        if (type.kind == TypeKind::sampled_image) {
            list.push_back(reference); // the sampler may be another one
        }
    }
    if (list.size() > kMaxParameters) {
        unsupported("functions of more than 255 parameters are");
    }
}

bool Translator::make_function(const Instruction& definition) {
    const Type& signature = type(module_.operands(definition)[1]);
    if (signature.kind != TypeKind::function || signature.element->id != definition.type) {
        malformed("its type is not a function that returns what it says");
    }
    const bool is_entry = definition.result == entry_function_;
    nir::Function* made = shader_->add_function(
        is_entry ? "main" : name_of(definition.result) + '_' + std::to_string(definition.result),
        is_entry);
    functions_[definition.result] = made;
    std::vector<nir::Parameter> parameters;
    if (signature.element->kind != TypeKind::void_type) {
        if (signature.element->holds_opaque) {
            unsupported("functions that return images, samplers or pointers are");
        }
        count_own_memory(*signature.element);
        parameters.push_back(
            {1, 32, true, nir::VariableMode::function_temp, nir_type(*signature.element)});
    }
    for (const Type* parameter : signature.members) {
        list_parameters(*parameter, parameters);
    }
    if (is_entry && !parameters.empty()) {
        malformed("an entry point has neither parameters nor a result");
    }
    made->parameters = shader_->arena.copy_array(std::span<const nir::Parameter>(parameters));
    return true;
}

// Reads what list_parameters() made of a parameter.
const Value& Translator::take_parameter(const Type& type, nir::Access access, unsigned& next) {
    const auto read = [&](unsigned components, unsigned bits) {
        nir::IntrinsicInstruction* read = b().load_param(components, bits);
        read->set_param_idx(next++);
        return &read->value;
    };
    if (type.is_one_value()) {
        return made(type, read(type.components(), type.scalar.bit_size));
    }
    if (type.is_composite()) {
        const std::span<const Value*> parts = arena_.make_array<const Value*>(type.num_parts());
        for (std::uint32_t i = 0; i < parts.size(); ++i) {
            parts[i] = &take_parameter(*type.part(i), access, next);
        }
        return made(type, parts);
    }
    const bool is_pointer = type.kind == TypeKind::pointer;
    const auto reference = [&] {
        Pointer& made = *arena_.make<Pointer>();
        made.pointee = is_pointer ? type.element : &type;
        made.storage = is_pointer ? type.storage : StorageClass::UniformConstant;
        made.modes = mode_of(made.storage, *made.pointee);
        made.access = access;
        made.parameter = b().deref_cast(read(1, 32), made.modes,
                                        nir_type(*made.pointee, layout_of(made.storage)));
        return &made;
    };
    Value& value = new_value(type);
    value.pointer = reference();
    value.sampler = type.kind == TypeKind::sampled_image ? reference() : value.pointer;
    return value;
}

void Translator::take_parameters(std::uint32_t& index) {
    const Instruction& definition = module_.instructions[index++];
    unsigned next = return_type_->kind == TypeKind::void_type ? 0 : 1;
    const Type& signature = type(module_.operands(definition)[1]);
    std::size_t count = 0;
    for (;; ++index) {
        const Instruction& instruction = module_.instructions[index];
        if (instruction.op() == Op::Label) {
            break;
        }
        if (instruction.op() != Op::FunctionParameter) {
            continue;
        }
        if (count >= signature.members.size() ||
            signature.members[count] != &type(instruction.type)) {
            malformed("its parameters are not those of its type");
        }
        const nir::Access access = access_of(instruction.result, DecorationFact::kWhole);
        set_value(instruction.result, take_parameter(*signature.members[count++], access, next));
    }
    if (count != signature.members.size()) {
        malformed("its parameters are not those of its type");
    }
}

bool Translator::translate_function(const Instruction& definition) {
    std::uint32_t index = module_.definitions[definition.result];
    function_ = functions_.at(definition.result);
    return_type_ = &type(definition.type);
    builder_.emplace(*function_);
    b().exact = is_precise_;
    take_parameters(index);
    anchor_ = b().imm_int(0)->instruction;
    places_.begin(b(), *anchor_);
    if (function_->is_entry) {
        load_built_ins();
        initialise_globals();
    }
    find_blocks(index);
    const std::uint32_t first_label = module_.instructions[index].result;
    const FlowBlock& first = flow_block(first_label);
    for (std::uint32_t i = first.first; i < first.last; ++i) {
        if (module_.instructions[i].op() == Op::Variable) {
            postpone_unsupported(module_.instructions[i], &Translator::declare_local);
        }
    }
    translate_region(first_label, 0);
    return true;
}

void Translator::leave_function() {
    for (const std::uint32_t id : local_ids_) {
        values_[id] = nullptr;
    }
    local_ids_.clear();
    blocks_.clear();
    phis_.clear();
    frames_.clear();
    nesting_ = 0;
    anchor_ = nullptr;
    if (function_ != nullptr && !is_malformed_ && !is_refused_) {
        function_->link_blocks();
        nir::repair_ssa(*function_);
    }
    function_ = nullptr;
}

void Translator::hand_over(const Value& value, std::vector<SsaDef*>& arguments) {
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
        return &deref(pointer)->value;
    };
    arguments.push_back(reference(*value.pointer));
    if (value.type->kind == TypeKind::sampled_image) {
        arguments.push_back(reference(*value.sampler));
    }
}

void Translator::translate_call() {
    const Instruction* definition = module_.definition(word(0));
    if (definition == nullptr || !functions_.contains(word(0))) {
        malformed('%' + std::to_string(word(0)) + " is not a function");
    }
    const Type& signature = type(module_.operands(*definition)[1]);
    if (now_.words.size() != signature.members.size() + 1 || now_.type != signature.element) {
        malformed("its operands are not those that the function takes");
    }
    std::vector<SsaDef*> arguments;
    Pointer result;
    if (signature.element->kind != TypeKind::void_type) {
        result.pointee = signature.element;
        result.storage = StorageClass::Function;
        result.modes = nir::VariableMode::function_temp;
        result.variable = shader_->add_local(function_, nir_type(*signature.element), "result");
        arguments.push_back(&deref(result)->value);
    }
    for (std::size_t i = 0; i < signature.members.size(); ++i) {
        const Value& argument = operand(i + 1);
        if (argument.type != signature.members[i]) {
            malformed("operand " + std::to_string(i) + " is not of the type of the parameter");
        }
        hand_over(argument, arguments);
    }
    b().call(functions_.at(word(0)), arguments);
    if (result.variable != nullptr) {
        define(load(result, nir::Access::nothing));
    }
}

void Translator::return_value(std::uint32_t id) {
    const Value& given = value(id);
    if (given.type != return_type_) {
        malformed("the function returns a value of another type");
    }
    Pointer result;
    result.pointee = return_type_;
    result.storage = StorageClass::Function;
    result.modes = nir::VariableMode::function_temp;
    result.reference_type = nir_type(*return_type_);
    nir::IntrinsicInstruction* read = b().load_param(1, 32);
    read->set_param_idx(0);
    result.reference = &read->value;
    store(result, given, nir::Access::nothing);
}

} // namespace jacquard::spirv
