#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/selection.h>

namespace jacquard::ir3 {

void Selection::make_room_behind_first(const nir::SsaDef& def) {
    values_[def.index].others =
        graph_.arena().make_array<Node*>(std::size_t{def.num_components} - 1).data();
}

Node* Selection::node(const ScalarValue& value) {
    if (value.component >= value.def->num_components) {
        return constant(0, is_half_size(value.def->bit_size));
    }
    Node*& found = place_of(*value.def, value.component);
    if (found == nullptr || !is_seen(*found, *value.def)) {
        const auto components = nir::constant_components(*value.def);
        const std::uint32_t bits = components.empty() ? 0 : components[value.component].u32;
        found = constant(bits, is_half_size(value.def->bit_size));
    }
    return found;
}

// A constant that was made in another block than the first may not dominate this one.
bool Selection::is_seen(const Node& node, const nir::SsaDef& def) const {
    return node.block == block_ || node.block->index == 0 ||
           (def.instruction->kind != nir::InstructionKind::constant &&
            def.instruction->kind != nir::InstructionKind::undef);
}

Register Selection::immediate(std::uint32_t bits, bool half) {
    return ssa_source(constant(bits, half));
}

Node* Selection::emit(Opcode opcode, bool half, bool saturate,
                      std::initializer_list<Register> sources) {
    Node* node = graph_.make_machine(opcode, std::span(sources.begin(), sources.size()));
    node->dst.kind = RegisterKind::ssa;
    node->dst.half = half;
    node->saturate = saturate;
    node->exact = exact_;
    return append(node);
}

Node* Selection::constant(std::uint32_t bits, bool half) {
    Node* node = constants_.find(*block_, bits, half);
    if (node == nullptr) {
        node = append(make_copy(graph_, immediate_source(bits, half)));
        constants_.add(node);
    }
    return node;
}

Node* Selection::append(Node* node) {
    return graph_.append(*block_, node);
}

Register modified(Register source, bool negate, bool absolute) {
    source.negate = negate;
    source.absolute = absolute;
    return source;
}

} // namespace jacquard::ir3
