#include <jacquard/ir3/isa/operand.h>
#include <jacquard/ir3/machine.h>
#include <jacquard/ir3/opcode_facts.h>

#include <array>

namespace jacquard::ir3 {

namespace {

// What a number in an integer instruction may be; the field has 11 bits with a sign.
constexpr std::int32_t kMinImmediate = -1024;
constexpr std::int32_t kMaxImmediate = 1023;
// Relative offsets have 10 bits with a sign.
constexpr std::int32_t kMinRelative = -512;
constexpr std::int32_t kMaxRelative = 511;

const SourceInfo& source_info(const Node& node, std::size_t index) {
    return opcode_info(node.opcode).sources[index];
}

// Categories 1 and 4 have one source, category 3 two ports; category 2 reads the constant file
// through one.
bool has_one_constant_port(Opcode opcode) {
    return opcode_info(opcode).category == 2;
}

} // namespace

std::string_view opcode_name(Opcode opcode) {
    return name_of(opcode);
}

std::string opcode_suffix(const Node& node) {
    if (is_comparison(node.opcode)) {
        return '.' + std::string(kConditionNames[static_cast<std::size_t>(node.condition)]);
    }
    switch (opcode_info(node.opcode).category) {
    case 1:
        return '.' + std::string(kDataTypeNames[static_cast<std::size_t>(node.source_type)]) +
               std::string(kDataTypeNames[static_cast<std::size_t>(node.type)]);
    case 5: return '.' + std::string(kDataTypeNames[static_cast<std::size_t>(node.type)]);
    default: return "";
    }
}

TimingClass timing_of(Opcode opcode) {
    return opcode_info(opcode).timing;
}

bool source_may_be(const Node& node, std::size_t index, const Register& candidate) {
    const SourceInfo& info = source_info(node, index);
    switch (candidate.kind) {
    case RegisterKind::ssa: return (info.kinds & source_gpr) != 0;
    case RegisterKind::constant:
    case RegisterKind::relative_constant: {
        if ((info.kinds & source_constant) == 0) {
            return false;
        }
        // The public knowledge of these units says not to.
        if (opcode_info(node.opcode).category == 4) {
            return false;
        }
        if (candidate.kind == RegisterKind::relative_constant) {
            if ((info.kinds & source_relative) == 0 || candidate.value < kMinRelative ||
                candidate.value > kMaxRelative) {
                return false;
            }
            if (opcode_info(node.opcode).category == 3 && index == 2 && candidate.value == 0) {
                return false;
            }
        }
        if (has_one_constant_port(node.opcode)) {
            for (std::size_t i = 0; i < node.sources.size(); ++i) {
                if (i != index && node.sources[i].is_constant()) {
                    return false;
                }
            }
        }
        return true;
    }
    case RegisterKind::immediate: {
        if ((info.kinds & source_immediate) == 0) {
            return false;
        }
        for (std::size_t i = 0; i < node.sources.size(); ++i) {
            if (i != index && node.sources[i].kind == RegisterKind::immediate &&
                !reads_varying(node)) {
                return false;
            }
        }
        if (opcode_info(node.opcode).category == 1) {
            return true;
        }
        if (info.type == ValueType::float_) {
            return float_table_index(static_cast<std::uint32_t>(candidate.value)) >= 0;
        }
        return candidate.value >= kMinImmediate && candidate.value <= kMaxImmediate;
    }
    default: return false;
    }
}

bool source_takes_modifiers(const Node& node, std::size_t index, const Register& candidate,
                            bool is_float) {
    if (!candidate.has_modifier()) {
        return true;
    }
    const SourceInfo& info = source_info(node, index);
    // A plain copy takes them when it can become the instruction that changes signs; that is not
    // done here.
    const bool reads_as_float = info.type == ValueType::float_ || node.opcode == Opcode::sel_f32 ||
                                node.opcode == Opcode::sel_f16;
    if (reads_as_float != is_float) {
        return false;
    }
    return (!candidate.negate || (info.modifiers & modifier_negate) != 0) &&
           (!candidate.absolute || (info.modifiers & modifier_absolute) != 0);
}

bool reads_float(const Node& node, std::size_t index) {
    return source_info(node, index).type == ValueType::float_;
}

bool is_commutative(const Node& node) {
    return node.kind == NodeKind::machine && opcode_info(node.opcode).commutative;
}

bool can_saturate(const Node& node) {
    if (node.kind != NodeKind::machine || !node.dst.is_ssa()) {
        return false;
    }
    const OpcodeInfo& info = opcode_info(node.opcode);
    return (info.category == 2 || info.category == 3) && info.dst_type == ValueType::float_ &&
           !reads_varying(node) && info.sources[0].type == ValueType::float_;
}

bool has_nop_count(Opcode opcode) {
    const OpcodeInfo& info = opcode_info(opcode);
    return (info.category == 2 || info.category == 3) && opcode != Opcode::bary_f &&
           opcode != Opcode::flat_b;
}

bool has_sync_short(Opcode opcode) {
    return opcode_info(opcode).category <= 4;
}

bool is_comparison(Opcode opcode) {
    return opcode == Opcode::cmps_f || opcode == Opcode::cmps_s || opcode == Opcode::cmps_u;
}

bool reads_varying(const Node& node) {
    return node.is_machine(Opcode::bary_f) || node.is_machine(Opcode::flat_b);
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
