#include <jacquard/spirv/translate/kernels/kernel_images.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>

#include <string>

// Parameters take the bindings of set 0 behind the buffer of arguments, samplers that the module
// describes those of set 1.
namespace jacquard::spirv {

namespace {

constexpr std::uint8_t kParameterSet = 0;
constexpr std::uint32_t kFirstBinding = 1;
constexpr std::uint8_t kLiteralSet = 1;

// Returns what a name of an enumeration is in NIR.
template <typename Enum>
Enum nir_of(OperandKind kind, std::uint32_t number) {
    const Enumerant* name = find_enumerant(kind, number);
    if (name == nullptr || name->is_nir == kNotNir) {
        malformed("a sampler has nothing of the number " + std::to_string(number));
    }
    return static_cast<Enum>(name->is_nir);
}

} // namespace

const Pointer* KernelImages::declare(const Type& type, const nir::KernelArgument& argument) {
    Pointer& made = *arena().make<Pointer>();
    made.pointee = &type;
    made.storage = StorageClass::UniformConstant;
    made.modes = types_.mode_of(made.storage, type);
    nir::Variable* variable =
        shader().add_variable(made.modes, types_.nir_type(type), argument.name);
    variable->descriptor_set = argument.set;
    variable->binding = argument.offset;
    if (type.kind == TypeKind::image && type.image.access == AccessQualifier::WriteOnly) {
        variable->access = nir::Access::non_readable;
    }
    made.access = variable->access;
    made.variable = variable;
    return &made;
}

void KernelImages::declare_literal(const Instruction& constant) {
    const Type& type = types_.value_type(constant.type);
    if (type.kind != TypeKind::sampler) {
        malformed("its type is not that of samplers");
    }
    const Words words = module().operands(constant);
    nir::KernelArgument literal;
    literal.kind = nir::ArgumentKind::literal;
    literal.name = "sampler" + std::to_string(literals_.size());
    literal.set = kLiteralSet;
    literal.offset = static_cast<std::uint32_t>(literals_.size());
    literal.address = nir_of<nir::AddressMode>(OperandKind::sampler_addressing_mode, words[0]);
    literal.counts_texels = words[1] == 0;
    literal.filter = nir_of<nir::TexelFilter>(OperandKind::sampler_filter_mode, words[2]);
    Value& value = values_.new_value(type);
    value.pointer = declare(type, literal);
    values_.set_global(constant.result, value);
    literals_.push_back(std::move(literal));
}

const Pointer* KernelImages::declare_parameter(const Type& type, std::size_t number,
                                               nir::KernelArgument& argument) {
    argument.set = kParameterSet;
    argument.offset = kFirstBinding + static_cast<std::uint32_t>(number);
    if (type.kind == TypeKind::sampler) {
        argument.kind = nir::ArgumentKind::sampler;
    } else {
        argument.kind =
            type.image.is_storage ? nir::ArgumentKind::image : nir::ArgumentKind::texture;
        argument.dim = types_.nir_type(type)->dim;
        argument.is_array = type.image.is_array;
    }
    return declare(type, argument);
}

} // namespace jacquard::spirv
