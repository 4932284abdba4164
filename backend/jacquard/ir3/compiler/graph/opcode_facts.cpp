#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/isa/instruction/operand.h>

namespace jacquard::ir3 {

namespace {

const SourceInfo& source_info(const Node& node, std::size_t index) {
    return opcode_info(node).sources[index];
}

bool has(const Node& node, OpcodeProperty property) {
    return (node.info->properties & property) != 0;
}

// Tells whether the opcode takes such a source there, whatever the fields of the node say.
bool takes(const SourceInfo& info, SourceKind kind) {
    return (info.kinds & ~info.kinds_by_field & kind) != 0;
}

bool takes_constant(const Node& node, std::size_t index, const Register& candidate) {
    const SourceInfo& info = source_info(node, index);
    if (!takes(info, source_constant)) {
        return false;
    }
    if (candidate.kind == RegisterKind::relative_constant) {
        if (!takes(info, source_relative) || !fits_bits(candidate.value, info.relative_bits)) {
            return false;
        }
        if (candidate.value == 0 && index + 1 == opcode_info(node).num_sources &&
            has(node, property_no_last_relative)) {
            return false;
        }
    }
    if (!has(node, property_one_constant)) {
        return true;
    }
    for (std::size_t i = 0; i < node.sources().size(); ++i) {
        if (i != index && node.sources()[i].is_constant()) {
            return false;
        }
    }
    return true;
}

bool takes_number(const Node& node, std::size_t index, const Register& candidate) {
    const SourceInfo& info = source_info(node, index);
    if (!takes(info, source_immediate)) {
        return false;
    }
    // Memory instructions have a field for each number, arithmetic has one for all of them.
    const bool has_own_field =
        reads_varying(node) || opcode_info(node).category == Category::memory;
    for (std::size_t i = 0; i < node.sources().size(); ++i) {
        if (i != index && node.sources()[i].kind == RegisterKind::immediate && !has_own_field) {
            return false;
        }
    }
    if (info.type == ValueType::float_) {
        return float_table_index(static_cast<std::uint32_t>(candidate.value)) >= 0;
    }
    return fits_bits(candidate.value, info.immediate_bits);
}

} // namespace

std::string_view opcode_name(Opcode opcode) {
    return name_of(opcode);
}

std::string opcode_suffix(const Node& node) {
    if (is_comparison(node)) {
        return '.' + std::string(kConditionNames[static_cast<std::size_t>(node.condition)]);
    }
    switch (opcode_info(node).category) {
    case Category::three_sources:
        return std::string(node.signedness != Signedness{} ? ".mixed" : "") +
               (node.pack != Pack{} ? ".high" : "");
    case Category::move:
        return '.' + std::string(kDataTypeNames[static_cast<std::size_t>(node.source_type)]) +
               std::string(kDataTypeNames[static_cast<std::size_t>(node.type)]);
    case Category::texture:
        return '.' + std::string(kDataTypeNames[static_cast<std::size_t>(node.type)]);
    default: return "";
    }
}

bool source_may_be(const Node& node, std::size_t index, const Register& candidate) {
    switch (candidate.kind) {
    case RegisterKind::ssa: return takes(source_info(node, index), source_gpr);
    case RegisterKind::constant:
    case RegisterKind::relative_constant: return takes_constant(node, index, candidate);
    case RegisterKind::immediate: return takes_number(node, index, candidate);
    default: return false;
    }
}

ModifierMeaning modifier_meaning(const Node& node, std::size_t index) {
    const SourceInfo& info = source_info(node, index);
    if ((info.modifiers & modifier_invert) != 0) {
        return ModifierMeaning::inversion;
    }
    return info.type == ValueType::float_ ? ModifierMeaning::float_sign
                                          : ModifierMeaning::integer_sign;
}

bool source_takes_modifiers(const Node& node, std::size_t index, const Register& candidate,
                            ModifierMeaning meaning) {
    if (!candidate.has_modifier()) {
        return true;
    }
    // A plain copy takes none, though it could become the instruction that changes signs.
    if (modifier_meaning(node, index) != meaning) {
        return false;
    }
    const std::uint8_t taken = source_info(node, index).modifiers;
    const std::uint8_t negation =
        meaning == ModifierMeaning::inversion ? modifier_invert : modifier_negate;
    return (!candidate.negate || (taken & negation) != 0) &&
           (!candidate.absolute || (taken & modifier_absolute) != 0);
}

bool may_exchange_factors(const Node& node) {
    return is_commutative(node) && node.sources().size() >= 3 &&
           source_may_be(node, 1, node.sources()[0]);
}

bool can_saturate(const Node& node) {
    if (node.kind != NodeKind::machine || !node.dst.is_ssa()) {
        return false;
    }
    const OpcodeInfo& info = opcode_info(node);
    return (info.fields & field_saturate) != 0 && !has(node, property_no_saturate) &&
           info.dst_type == ValueType::float_ && info.sources[0].type == ValueType::float_;
}

void set_move_type(Node& node, bool half) {
    node.source_type = half ? DataType::u16 : DataType::u32;
    node.type = node.source_type;
}

int float_table_index(std::uint32_t bits) {
    for (std::size_t i = 0; i < kFloatTable.size(); ++i) {
        if (kFloatTable[i].f32 == bits) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

} // namespace jacquard::ir3
