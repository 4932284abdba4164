#pragma once

#include <jacquard/generated/ir3/opcodes.h>
#include <jacquard/generated/ir3/timing.h>
#include <jacquard/ir3/compiler/graph/node.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard::ir3 {

// The passes ask these questions of the instruction tables.

[[nodiscard]] std::string_view opcode_name(Opcode opcode);
// The parts of a mnemonic that are fields: ".lt" of comparisons, ".f32u32" of moves.
[[nodiscard]] std::string opcode_suffix(const Node& node);
[[nodiscard]] inline const OpcodeInfo& opcode_info(const Node& node) {
    return *node.info;
}
[[nodiscard]] inline TimingClass timing_class(const Node& node) {
    return node.info->timing;
}

// True when a source of the node may be `candidate` given what its other sources are: the kinds of
// operand the opcode takes there, at most one from the constant file in categories that read it
// through one port, at most one immediate, and numbers that the immediate field can hold.
[[nodiscard]] bool source_may_be(const Node& node, std::size_t index, const Register& candidate);
// (neg) and (abs) change the sign of a float or of an integer, or invert every bit. Modifiers
// compose only with those of the same meaning.
enum class ModifierMeaning : std::uint8_t { float_sign, integer_sign, inversion };
[[nodiscard]] ModifierMeaning modifier_meaning(const Node& node, std::size_t index);
// True when the opcode applies the candidate's modifiers to that source and they mean there what
// they mean in the instruction they come from.
[[nodiscard]] bool source_takes_modifiers(const Node& node, std::size_t index,
                                          const Register& candidate, ModifierMeaning meaning);
// The modifiers of `outer` on top of those of what it reads, `inner`, where both mean the same.
[[nodiscard]] inline Register with_modifiers_of(const Register& outer, Register inner) {
    inner.negate = outer.absolute ? outer.negate : outer.negate != inner.negate;
    inner.absolute = outer.absolute || inner.absolute;
    return inner;
}
// True when the source is read as a float.
[[nodiscard]] inline bool reads_float(const Node& node, std::size_t index) {
    return node.info->sources[index].type == ValueType::float_;
}
// Sources 0 and 1 may be exchanged.
[[nodiscard]] inline bool is_commutative(const Node& node) {
    return node.kind == NodeKind::machine && node.info->commutative;
}
// A multiply-add cannot have everything in the middle: its factors may be exchanged if it can have
// there what is its first.
[[nodiscard]] bool may_exchange_factors(const Node& node);
// The result may be clamped to 0..1 on the way.
[[nodiscard]] bool can_saturate(const Node& node);
// The word has room for (nopN).
[[nodiscard]] inline bool has_nop_count(const Node& node) {
    return (node.info->fields & field_nop_count) != 0;
}
// A machine instruction of which the tables say this.
[[nodiscard]] inline bool is_machine_with(const Node& node, OpcodeProperty property) {
    return node.kind == NodeKind::machine && (node.info->properties & property) != 0;
}
// A copy of an immediate or a constant at a known place.
[[nodiscard]] inline bool is_constant_move(const Node& node) {
    return is_machine_with(node, property_copy) && node.address == nullptr &&
           (node.sources()[0].kind == RegisterKind::immediate ||
            node.sources()[0].kind == RegisterKind::constant);
}
// A question about a texture, which reads no texel.
[[nodiscard]] inline bool is_texture_query(const Node& node) {
    return node.kind == NodeKind::machine && is_query(node.info->lookup);
}
// A copy of a value as it is, all of its bits.
[[nodiscard]] inline bool is_whole_copy(const Node& node) {
    return is_machine_with(node, property_copy) && node.dst.is_ssa() &&
           node.source_type == node.type && !node.saturate && node.repeat == 0 &&
           node.sources()[0].is_ssa() && !node.sources()[0].has_modifier() &&
           node.sources()[0].half == node.dst.half;
}
// Comparisons, which give 1 or 0.
[[nodiscard]] inline bool is_comparison(const Node& node) {
    return (node.info->properties & property_comparison) != 0;
}
// bary.f and flat.b.
[[nodiscard]] inline bool reads_varying(const Node& node) {
    return is_machine_with(node, property_reads_varying);
}
// ldlv, which reads when its result arrives.
[[nodiscard]] inline bool loads_varying(const Node& node) {
    return node.kind == NodeKind::machine && node.info->action == Action::varying_load;
}
// Has (ss).
[[nodiscard]] inline bool has_sync_short(const Node& node) {
    return (node.info->fields & field_sync_short) != 0;
}

// Makes the types of a mov those of plain bits.
void set_move_type(Node& node, bool half);

// The index of a 32-bit float in the hardware's table; -1 when it is not there.
[[nodiscard]] int float_table_index(std::uint32_t bits);

} // namespace jacquard::ir3
