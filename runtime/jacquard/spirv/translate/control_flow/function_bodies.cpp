#include <jacquard/nir/build/ssa_repair.h>
#include <jacquard/spirv/translate/control_flow/flow.h>
#include <jacquard/spirv/translate/control_flow/flow_blocks.h>
#include <jacquard/spirv/translate/control_flow/function_bodies.h>
#include <jacquard/spirv/translate/control_flow/jumps.h>
#include <jacquard/spirv/translate/control_flow/kernel_flow.h>
#include <jacquard/spirv/translate/control_flow/phis.h>
#include <jacquard/spirv/translate/instructions/calls.h>
#include <jacquard/spirv/translate/interface/built_ins.h>
#include <jacquard/spirv/translate/interface/initialisers.h>
#include <jacquard/spirv/translate/interface/refused_names.h>
#include <jacquard/spirv/translate/interface/variables.h>
#include <jacquard/spirv/translate/kernels/kernel_arguments.h>
#include <jacquard/spirv/translate/pointers/generic_pointers.h>
#include <jacquard/spirv/translate/pointers/named_places.h>
#include <jacquard/spirv/translate/values/annotations.h>
#include <jacquard/spirv/translate/values/faults.h>
#include <jacquard/spirv/translate/values/recovery.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>

// Functions and their parameters.
namespace jacquard::spirv {

// The functions that the entry comes to call, it first. Faults of others are nobody's.
bool FunctionBodies::find_functions(const Instruction& entry) {
    std::unordered_set<std::uint32_t> seen;
    std::vector<std::uint32_t> waiting = {module().operands(entry)[1]};
    while (!waiting.empty()) {
        const std::uint32_t id = waiting.back();
        waiting.pop_back();
        if (!seen.insert(id).second) {
            continue;
        }
        const Instruction* definition = module().definition(id);
        if (definition == nullptr || definition->op() != Op::Function) {
            faults_.report(entry, {'%' + std::to_string(id) + " is not a function", false});
            return false;
        }
        const std::uint32_t first = module().definitions[id];
        function_order_.push_back(first);
        bool has_body = false;
        std::uint32_t i = first;
        for (; module().instructions[i].op() != Op::FunctionEnd; ++i) {
            const Instruction& instruction = module().instructions[i];
            has_body = has_body || instruction.op() == Op::Label;
            if (instruction.op() == Op::FunctionCall) {
                waiting.push_back(module().operands(instruction)[0]);
            }
        }
        refused_names_.refuse_names_of_function(first, i);
        if (!has_body) {
            faults_.report(*definition, {"functions of other modules are", true});
            return false;
        }
    }
    return true;
}

// Reads what list_parameters() made of a parameter.
const Value& FunctionBodies::take_parameter(const Type& type, nir::Access access, unsigned& next) {
    const auto read = [&](unsigned components, unsigned bits) {
        nir::IntrinsicInstruction* read = b().load_param(components, bits);
        read->set_param_idx(next++);
        return &read->value;
    };
    if (type.is_one_value()) {
        return values_.made(type, read(type.components(), type.scalar.bit_size));
    }
    if (type.is_composite()) {
        const std::span<const Value*> parts = values_.parts_of(type);
        for (std::uint32_t i = 0; i < parts.size(); ++i) {
            parts[i] = &take_parameter(*type.part(i), access, next);
        }
        return values_.made(type, parts);
    }
    const bool is_pointer = type.kind == TypeKind::pointer;
    const auto reference = [&] {
        Pointer& made = *arena().make<Pointer>();
        made.pointee = is_pointer ? type.element : &type;
        made.storage = is_pointer ? type.storage : StorageClass::UniformConstant;
        made.modes = types_.mode_of(made.storage, *made.pointee);
        made.access = access;
        made.parameter =
            b().deref_cast(read(1, 32), made.modes,
                           types_.nir_type(*made.pointee, types_.layout_of(made.storage)));
        return &made;
    };
    Value& value = values_.new_value(type);
    value.pointer = reference();
    value.sampler = type.kind == TypeKind::sampled_image ? reference() : value.pointer;
    return value;
}

void FunctionBodies::take_parameters(std::uint32_t& index) {
    const Instruction& definition = module().instructions[index++];
    unsigned next = context().return_type()->kind == TypeKind::void_type ? 0 : 1;
    const Type& signature = types_.type(module().operands(definition)[1]);
    const bool is_kernel = context().is_kernel() && context().function()->is_entry;
    std::size_t count = 0;
    for (;; ++index) {
        const Instruction& instruction = module().instructions[index];
        if (instruction.op() == Op::Label) {
            break;
        }
        if (instruction.op() != Op::FunctionParameter) {
            continue;
        }
        if (count >= signature.members.size() ||
            signature.members[count] != &types_.type(instruction.type)) {
            malformed("its parameters are not those of its type");
        }
        if (is_kernel) {
            ++count; // an argument of the kernel, which is read when constants can be made
            continue;
        }
        const nir::Access access =
            annotations_.access_of(instruction.result, DecorationFact::kWhole);
        values_.set_value(instruction.result,
                          take_parameter(generic_pointers_.type_of(instruction), access, next));
        ++count;
    }
    if (count != signature.members.size()) {
        malformed("its parameters are not those of its type");
    }
}

void FunctionBodies::translate_function(const Instruction& definition) {
    std::uint32_t index = module().definitions[definition.result];
    context().enter(*calls_.function(definition.result));
    context().begin_body(types_.type(definition.type));
    take_parameters(index);
    context().set_anchor(b().imm_int(0)->instruction);
    named_places_.begin(b(), *context().anchor());
    if (context().function()->is_entry) {
        built_ins_.load_built_ins();
        if (context().is_kernel()) {
            kernel_arguments_.define_parameters();
        }
        initialisers_.initialise_globals();
    }
    flow_blocks_.find_blocks(index);
    const std::uint32_t first_label = module().instructions[index].result;
    const FlowBlock& first = flow_blocks_.flow_block(first_label);
    for (std::uint32_t i = first.first; i < first.last; ++i) {
        if (module().instructions[i].op() == Op::Variable) {
            const Instruction& variable = module().instructions[i];
            recovery_.postpone(variable, [&] { variables_.declare_local(variable); });
        }
    }
    if (context().is_kernel()) {
        kernel_flow_.translate(first_label);
    } else {
        flow_.translate_region(first_label, 0);
    }
}

void FunctionBodies::leave_function() {
    values_.forget_locals();
    flow_blocks_.clear();
    phis_.clear();
    jumps_.clear();
    flow_.clear();
    if (context().function() != nullptr && !faults_.has_any()) {
        context().function()->link_blocks();
        nir::repair_ssa(*context().function());
    }
    context().leave();
}

} // namespace jacquard::spirv
