#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/nir/facts.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/ir/width_mask.h>
#include <jacquard/nir/validate/validate_instruction.h>
#include <jacquard/nir/validate/validate_texture.h>
#include <jacquard/nir/validate/validate_variables.h>

#include <algorithm>
#include <bit>

namespace jacquard::nir {
namespace {

using Faults = std::vector<std::string>;

void check_alu(const AluInstruction& alu, Faults& faults) {
    const OpcodeInfo& info = alu.info();
    const unsigned width = alu.unsized_bit_size();
    if (info.width_mask != 0 && !mask_allows(info.width_mask, width)) {
        faults.push_back(std::string(info.name) + " does not exist for " + std::to_string(width) +
                         " bits");
    }
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const AluSource& source = alu.first_source[i];
        const unsigned declared = info.source_types[i].bit_size;
        const unsigned wanted = declared != 0 ? declared : width;
        if (source.ssa->bit_size != wanted) {
            faults.push_back("source " + std::to_string(i) + " has " +
                             std::to_string(source.ssa->bit_size) + " bits, not " +
                             std::to_string(wanted));
        }
        for (unsigned c = 0; c < alu.source_components(i); ++c) {
            if (source.swizzle[c] >= source.ssa->num_components) {
                faults.push_back("source " + std::to_string(i) + " reads component " +
                                 std::to_string(source.swizzle[c]) + " of " +
                                 std::to_string(source.ssa->num_components));
                break;
            }
        }
    }
    if (info.output_components != 0 && alu.value.num_components != info.output_components) {
        faults.push_back("the result has " + std::to_string(alu.value.num_components) +
                         " components, not " + std::to_string(info.output_components));
    }
    const unsigned wanted = info.output_type.bit_size != 0 ? info.output_type.bit_size : width;
    if (alu.value.bit_size != wanted) {
        faults.push_back("the result has " + std::to_string(alu.value.bit_size) + " bits, not " +
                         std::to_string(wanted));
    }
}

// Checks that a value which is read from or written to a register fits it.
void check_register(const SsaDef& handle, const SsaDef& value, Faults& faults) {
    const auto* declaration = handle.instruction->as<IntrinsicInstruction>();
    if (declaration == nullptr || declaration->op != IntrinsicOp::decl_reg) {
        faults.emplace_back("the register is not the result of decl_reg");
        return;
    }
    if (value.bit_size != declaration->bit_size() ||
        value.num_components != declaration->num_components()) {
        faults.push_back("the register has " + std::to_string(declaration->num_components()) +
                         " components of " + std::to_string(declaration->bit_size()) + " bits");
    }
}

void check_declaration(const IntrinsicInstruction& declaration, Faults& faults) {
    const auto bits = static_cast<std::uint64_t>(declaration.bit_size());
    const auto components = static_cast<std::uint64_t>(declaration.num_components());
    if (bits > 64 || !is_valid_bit_size(static_cast<unsigned>(bits)) ||
        components > kMaxComponents ||
        !is_valid_component_count(static_cast<unsigned>(components))) {
        faults.push_back("no register has " + std::to_string(components) + " components of " +
                         std::to_string(bits) + " bits");
    }
}

// Sums and products with numbers of 32 bits stay within 64.
constexpr std::int64_t kMostIndex = std::int64_t{1} << 48;

bool is_type(std::int64_t packed) {
    const auto base = static_cast<std::uint64_t>(packed) >> 8;
    const auto bits = static_cast<unsigned>(packed & 0xff);
    return base <= static_cast<std::uint64_t>(BaseType::bool_type) &&
           (bits == 0 || is_valid_bit_size(bits));
}

bool is_in(std::span<const EnumWord> words, std::uint64_t value) {
    return value <= 0xffffffff && !find_word(words, static_cast<std::uint32_t>(value)).empty();
}

// Returns true if the text form can say the number.
bool is_index_value(IndexKind kind, std::int64_t value) {
    const IndexInfo& info = index_info(kind);
    const auto bits = static_cast<std::uint64_t>(value);
    switch (info.type) {
    case IndexType::signed_number: return value >= -kMostIndex && value <= kMostIndex;
    case IndexType::unsigned_number: return bits <= most_of(kind);
    case IndexType::truth: return bits <= 1;
    case IndexType::alu_type: return is_type(value);
    case IndexType::opcode: return bits < opcode_infos().size();
    case IndexType::io_semantics: {
        const auto semantics = std::bit_cast<IoSemantics>(value);
        return !name_of(semantics.semantic).empty() && semantics.reserved == 0;
    }
    case IndexType::transform_feedback: {
        const auto feedback = std::bit_cast<IoTransformFeedback>(value);
        return feedback.parts[0].num_components <= 4 && feedback.parts[1].num_components <= 4;
    }
    case IndexType::cooperative_matrix: {
        const auto matrix = std::bit_cast<CooperativeMatrix>(value);
        return matrix.element.base <= BaseType::bool_type &&
               (matrix.element.bit_size == 0 || is_valid_bit_size(matrix.element.bit_size)) &&
               !name_of(matrix.scope).empty() && !name_of(matrix.use).empty() &&
               matrix.reserved == 0;
    }
    // A word without bits is also accepted if the enumeration has no name for 0.
    case IndexType::word: return bits == 0 || is_in(info.words, bits);
    case IndexType::word_set: {
        std::uint64_t known = 0;
        for (const EnumWord& each : info.words) {
            known |= each.number;
        }
        return (bits & ~known) == 0;
    }
    }
    return false;
}

// Returns true if a vec4 of the values that are loaded or stored has a component of that number;
// those of wide values are counted in words.
bool is_component(const IntrinsicInstruction& intrinsic, std::int64_t number) {
    constexpr std::int64_t kVec4Bits = 128;
    const unsigned bits = intrinsic.info().has_dest    ? intrinsic.value.bit_size
                          : intrinsic.num_sources != 0 ? intrinsic.first_source[0].ssa->bit_size
                                                       : 32;
    return number < kVec4Bits / std::min(bits, 32U);
}

void check_indices(const IntrinsicInstruction& intrinsic, Faults& faults) {
    const IntrinsicInfo& info = intrinsic.info();
    for (unsigned i = 0; i < info.num_indices; ++i) {
        const IndexInfo& index = index_info(info.indices[i]);
        if (!is_index_value(info.indices[i], intrinsic.indices[i]) ||
            (info.indices[i] == IndexKind::component &&
             !is_component(intrinsic, intrinsic.indices[i]))) {
            faults.push_back("the index " + std::string(index.name) + " cannot be " +
                             std::to_string(intrinsic.indices[i]));
        }
    }
    check_alignment(static_cast<std::uint64_t>(intrinsic.align_mul()),
                    static_cast<std::uint64_t>(intrinsic.align_offset()), faults);
}

// A type that is told of what is moved has the width of what is moved.
void check_types(const IntrinsicInstruction& intrinsic, Faults& faults) {
    const IntrinsicInfo& info = intrinsic.info();
    const auto check = [&](IndexKind kind, const SsaDef& value) {
        const std::int64_t bits = intrinsic.index_value(kind) & 0xff;
        if (bits != 0 && bits != value.bit_size) {
            faults.push_back("a value has " + std::to_string(value.bit_size) + " bits, but its " +
                             std::string(index_info(kind).name) + " says " + std::to_string(bits));
        }
    };
    if (intrinsic.has_dest_type() && info.has_dest) {
        check(IndexKind::dest_type, intrinsic.value);
    }
    for (unsigned i = 0; intrinsic.has_src_type() && i < intrinsic.num_sources; ++i) {
        if (info.source_components[i] == 0) {
            check(IndexKind::src_type, *intrinsic.first_source[i].ssa);
        }
    }
}

// An image has as many sizes as its shape says, its layers last.
void check_image_size(const IntrinsicInstruction& intrinsic, Faults& faults) {
    const unsigned most = texture_dim_info(intrinsic.image_dim()).size_components +
                          (intrinsic.image_array() ? 1U : 0U);
    if (intrinsic.value.num_components > most) {
        faults.push_back("the image has " + std::to_string(most) +
                         (most == 1 ? " size, not " : " sizes, not ") +
                         std::to_string(intrinsic.value.num_components));
    }
}

void check_load_param(const IntrinsicInstruction& load, Faults& faults) {
    const Function* function = function_of(load.block);
    if (load.param_idx() >= function->parameters.size()) {
        faults.push_back("the function has " + std::to_string(function->parameters.size()) +
                         " parameters");
        return;
    }
    const Parameter& parameter = function->parameters[load.param_idx()];
    if (load.value.bit_size != parameter.bit_size ||
        load.value.num_components != parameter.num_components) {
        faults.push_back("the parameter has " + std::to_string(parameter.num_components) +
                         " components of " + std::to_string(parameter.bit_size) + " bits");
    }
}

void check_register_access(const IntrinsicInstruction& intrinsic, const RegisterAccess& access,
                           Faults& faults) {
    if (access.action == RegisterAction::declare) {
        check_declaration(intrinsic, faults);
        return;
    }
    const SsaDef& value = access.value_source < 0
                              ? intrinsic.value
                              : *intrinsic.first_source[access.value_source].ssa;
    check_register(*intrinsic.first_source[access.register_source].ssa, value, faults);
}

// The identity element is the result of reducing nothing, so the opcode must have one.
void check_combining_opcode(std::int64_t number, Faults& faults) {
    if (static_cast<std::uint64_t>(number) >= opcode_infos().size()) {
        return; // said of the index already
    }
    const auto opcode = static_cast<Opcode>(number);
    if (!has_identity(opcode)) {
        faults.push_back("'" + std::string(opcode_info(opcode).name) +
                         "' has no identity, so it combines no values of invocations");
    }
}

void check_intrinsic(const Shader& shader, const IntrinsicInstruction& intrinsic, Faults& faults) {
    const IntrinsicInfo& info = intrinsic.info();
    for (unsigned i = 0; i < intrinsic.num_sources; ++i) {
        const unsigned wanted = intrinsic.source_components(i);
        const unsigned given = intrinsic.first_source[i].ssa->num_components;
        if (info.source_components[i] >= 0 && given != wanted) {
            faults.push_back("source " + std::to_string(i) + " has " + std::to_string(given) +
                             " components, not " + std::to_string(wanted));
        }
    }
    if (info.has_dest) {
        const unsigned wanted =
            info.dest_components != 0 ? info.dest_components : intrinsic.component_count;
        if (intrinsic.value.num_components != wanted) {
            faults.push_back("the result has " + std::to_string(intrinsic.value.num_components) +
                             " components, not " + std::to_string(wanted));
        }
        if (!mask_allows(info.bit_size_mask, intrinsic.value.bit_size)) {
            faults.push_back("the result cannot have " + std::to_string(intrinsic.value.bit_size) +
                             " bits");
        }
    }
    if (intrinsic.has_write_mask() && intrinsic.component_count != 0 &&
        (intrinsic.write_mask() >> intrinsic.component_count) != 0) {
        faults.emplace_back("the write mask names components that the value lacks");
    }
    check_variable_access(shader, intrinsic, faults);
    check_indices(intrinsic, faults);
    check_types(intrinsic, faults);
    if (const ImageAccess* image = image_access(intrinsic.op);
        image != nullptr && image->action == ImageAction::size && intrinsic.has_image_dim()) {
        check_image_size(intrinsic, faults);
    }
    if (const VariableAccess* named = variable_access(intrinsic.op);
        named != nullptr && named->action == VariableAction::parameter) {
        check_load_param(intrinsic, faults);
    }
    if (const RegisterAccess* access = register_access(intrinsic.op)) {
        check_register_access(intrinsic, *access, faults);
    }
    if (lane_combination(intrinsic.op) != nullptr) {
        check_combining_opcode(intrinsic.index_value(IndexKind::reduction_op), faults);
    }
}

void check_call(const Shader& shader, const CallInstruction& call, Faults& faults) {
    if (call.callee == nullptr || call.callee->shader != &shader) {
        faults.emplace_back("the function called is not of this shader");
        return;
    }
    if (call.callee->parameters.size() != call.num_sources) {
        faults.push_back("the call has " + std::to_string(call.num_sources) +
                         " arguments, but the function " +
                         std::to_string(call.callee->parameters.size()) + " parameters");
        return;
    }
    for (unsigned i = 0; i < call.num_sources; ++i) {
        const SsaDef& value = *call.first_source[i].ssa;
        const Parameter& parameter = call.callee->parameters[i];
        if (value.bit_size != parameter.bit_size ||
            value.num_components != parameter.num_components) {
            faults.push_back("argument " + std::to_string(i) +
                             " has another shape than the parameter");
        }
        if (parameter.is_reference()) {
            const DerefInstruction* deref = deref_of(value);
            if (deref == nullptr || deref->type != parameter.type) {
                faults.push_back("argument " + std::to_string(i) + " is not a dereference of a " +
                                 print(*parameter.type));
            } else if (!deref->is_in(parameter.modes)) {
                faults.push_back("argument " + std::to_string(i) +
                                 " may point into other memory than the parameter");
            }
        }
    }
}

void check_parallel_copy(const ParallelCopyInstruction& copy, Faults& faults) {
    for (const ParallelCopyEntry& entry : copy.entries()) {
        const SsaDef& copied = *entry.source.ssa;
        if (entry.to_register) {
            check_register(*entry.register_value.ssa, copied, faults);
        } else if (copied.bit_size != entry.value.bit_size ||
                   copied.num_components != entry.value.num_components) {
            faults.push_back("%" + std::to_string(entry.value.index) +
                             " has another shape than what is copied to it");
        }
    }
}

} // namespace

std::vector<std::string> instruction_faults(const Shader& shader, const Instruction& instruction) {
    Faults faults;
    if (const auto* alu = instruction.as<AluInstruction>()) {
        check_alu(*alu, faults);
    } else if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
        check_intrinsic(shader, *intrinsic, faults);
    } else if (const auto* texture = instruction.as<TextureInstruction>()) {
        check_texture(*texture, faults);
    } else if (const auto* call = instruction.as<CallInstruction>()) {
        check_call(shader, *call, faults);
    } else if (const auto* copy = instruction.as<ParallelCopyInstruction>()) {
        check_parallel_copy(*copy, faults);
    } else if (const auto* deref = instruction.as<DerefInstruction>()) {
        check_deref(shader, *deref, faults);
    } else if (const auto* constant = instruction.as<ConstantInstruction>()) {
        for (const ConstantValue& value : constant->components()) {
            if ((value.u64 & ~mask_of_bits(constant->value.bit_size)) != 0) {
                faults.emplace_back("a constant has bits above its width");
                break;
            }
        }
    }
    return faults;
}

} // namespace jacquard::nir
