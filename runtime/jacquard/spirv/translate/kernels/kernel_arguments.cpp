#include <jacquard/spirv/translate/kernels/kernel_arguments.h>
#include <jacquard/spirv/translate/kernels/kernel_images.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/annotations.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>

#include <algorithm>

// The arguments of a kernel are members of one block, a constant buffer: set 0, binding 0. Images
// and samplers are resources behind it.
namespace jacquard::spirv {

namespace {

// A structure that is handed over by value is decorated with this.
constexpr auto kByValue = static_cast<std::uint32_t>(FunctionParameterAttribute::ByVal);

} // namespace

bool KernelArguments::is_by_value(std::uint32_t parameter) const {
    bool found = false;
    decorations().for_each(parameter, DecorationFact::kWhole, [&](const DecorationFact& fact) {
        found = found || (fact.decoration == Decoration::FuncParamAttr && !fact.operands.empty() &&
                          fact.operands[0] == kByValue);
    });
    return found;
}

// The module as it comes from clang hands the parameters over to the body, which has their names.
std::string KernelArguments::name_of(std::size_t number) const {
    const std::uint32_t own = parameters_[number].instruction->result;
    std::string name = annotations_.name_of(own);
    if (name != '_' + std::to_string(own)) {
        return name;
    }
    const Instruction* body = nullptr;
    std::uint32_t i = module().definitions[function_];
    for (; module().instructions[i].op() != Op::FunctionEnd; ++i) {
        const Instruction& instruction = module().instructions[i];
        if (instruction.op() == Op::FunctionCall) {
            const Words words = module().operands(instruction);
            for (std::size_t k = 1; k < words.size() && body == nullptr; ++k) {
                if (words[k] == own) {
                    body = module().definition(words[0]);
                    number = k - 1;
                }
            }
        }
    }
    if (body != nullptr && body->op() == Op::Function) {
        i = module().definitions[body->result];
        for (; module().instructions[i].op() != Op::FunctionEnd; ++i) {
            const Instruction& instruction = module().instructions[i];
            if (instruction.op() == Op::FunctionParameter && number-- == 0) {
                name = annotations_.name_of(instruction.result);
                return name != '_' + std::to_string(instruction.result) ? name : std::string();
            }
        }
    }
    return {};
}

void KernelArguments::add(const Instruction& parameter) {
    const Type& type = types_.value_type(parameter.type);
    nir::KernelArgument argument;
    Parameter made{&parameter, &type};
    if (type.is_vector_or_scalar()) {
        if (type.scalar.bit_size == 1) {
            unsupported("truths as arguments of kernels are");
        }
        made.stored = &type;
        argument.scalar = type.scalar.bit_size / 8U;
        argument.is_float = type.scalar.base == nir::BaseType::float_type;
    } else if (type.is_address()) {
        argument.kind = nir::ArgumentKind::address;
        made.stored = &types_.integer(64);
    } else if (type.is_place()) {
        argument.kind = nir::ArgumentKind::local;
        made.stored = &types_.integer(32);
    } else if (type.kind == TypeKind::pointer && type.storage == StorageClass::Function &&
               is_by_value(parameter.result)) {
        made.stored = type.element;
    } else if (type.is_composite()) {
        made.stored = &type;
    } else if (type.kind != TypeKind::image && type.kind != TypeKind::sampler) {
        unsupported("arguments of this type of a kernel are");
    }
    if (made.stored != nullptr && made.stored->holds_opaque) {
        unsupported("structures that hold pointers as arguments of kernels are");
    }
    parameters_.push_back(made);
    arguments_.push_back(std::move(argument));
}

void KernelArguments::declare(std::uint32_t function) {
    function_ = function;
    std::uint32_t i = module().definitions[function_];
    for (; module().instructions[i].op() != Op::FunctionEnd &&
           module().instructions[i].op() != Op::Label;
         ++i) {
        if (module().instructions[i].op() == Op::FunctionParameter) {
            add(module().instructions[i]);
        }
    }
    for (std::size_t k = 0; k < parameters_.size(); ++k) {
        const std::string name = name_of(k);
        arguments_[k].name = name.empty() ? "argument" + std::to_string(k) : name;
        Parameter& parameter = parameters_[k];
        if (parameter.stored == nullptr) {
            parameter.resource = images_.declare_parameter(*parameter.type, k, arguments_[k]);
        }
    }
    lay_out_block();
    const std::span<const nir::KernelArgument> literals = images_.literals();
    arguments_.insert(arguments_.end(), literals.begin(), literals.end());
    if (!arguments_.empty()) {
        shader().info.set_property(nir::kArgumentsProperty, nir::argument_words(arguments_));
    }
}

// The buffer has what is no image or sampler.
void KernelArguments::lay_out_block() {
    const auto count = static_cast<std::size_t>(
        std::count_if(parameters_.begin(), parameters_.end(),
                      [](const Parameter& each) { return each.stored != nullptr; }));
    if (count == 0) {
        return;
    }
    block_ = arena().make<Type>();
    block_->kind = TypeKind::structure;
    block_->id = function_;
    block_->members = arena().make_array<const Type*>(count);
    block_->facts = arena().make_array<MemberFacts>(count);
    std::uint64_t end = 0;
    std::uint32_t member = 0;
    for (std::size_t k = 0; k < parameters_.size(); ++k) {
        if (parameters_[k].stored == nullptr) {
            continue;
        }
        const Type& stored = *parameters_[k].stored;
        end = (end + stored.alignment - 1) / stored.alignment * stored.alignment;
        block_->members[member] = &stored;
        block_->facts[member].offset = static_cast<std::uint32_t>(end);
        block_->depth = std::max(block_->depth, stored.depth + 1);
        arguments_[k].offset = static_cast<std::uint32_t>(end);
        arguments_[k].size = static_cast<std::uint32_t>(stored.bytes);
        parameters_[k].member = member++;
        end += stored.bytes;
    }
    LayoutFacts layout;
    layout.is_explicit = true;
    buffer_ = shader().add_variable(nir::VariableMode::mem_ubo, types_.nir_type(*block_, layout),
                                    "arguments");
}

void KernelArguments::define_parameters() {
    Pointer block;
    block.pointee = block_;
    block.storage = StorageClass::Uniform;
    block.modes = nir::VariableMode::mem_ubo;
    block.variable = buffer_;
    for (std::uint32_t k = 0; k < parameters_.size(); ++k) {
        const Parameter& parameter = parameters_[k];
        const Type& type = *parameter.type;
        if (parameter.resource != nullptr) {
            Value& value = values_.new_value(type);
            value.pointer = parameter.resource;
            value.sampler = parameter.resource;
            values_.set_value(parameter.instruction->result, value);
            continue;
        }
        const Value& given =
            memory_.load(pointers_.part(block, parameter.member), nir::Access::nothing);
        if (given.type == &type) {
            values_.set_value(parameter.instruction->result, given);
        } else if (type.is_one_value()) {
            values_.set_value(parameter.instruction->result, values_.made(type, given.def));
        } else {
            Pointer& own = *arena().make<Pointer>();
            own.pointee = type.element;
            own.storage = StorageClass::Function;
            own.modes = nir::VariableMode::function_temp;
            own.variable = shader().add_local(
                context().function(),
                types_.nir_type(*type.element, types_.layout_of(StorageClass::Function)),
                arguments_[k].name);
            memory_.store(own, given, nir::Access::nothing);
            Value& value = values_.new_value(type);
            value.pointer = &own;
            values_.set_value(parameter.instruction->result, value);
        }
    }
}

} // namespace jacquard::spirv
