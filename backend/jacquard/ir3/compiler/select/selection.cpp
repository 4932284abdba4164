#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/selection.h>

namespace jacquard::ir3 {

ScalarValue Selection::resolve(ScalarValue value) {
    for (;;) {
        const auto* alu = value.def->instruction->as<nir::AluInstruction>();
        if (alu == nullptr) {
            return value;
        }
        if (!alu->info().is_copy) {
            return value;
        }
        // A vector has a source for each component, a move one for all.
        const bool makes_vector = alu->num_sources > 1;
        const unsigned source = makes_vector ? value.component : 0;
        const unsigned component = makes_vector ? 0 : value.component;
        const nir::AluSource& read = alu->sources()[source];
        value = {read.ssa, read.swizzle[component]};
    }
}

ScalarValue Selection::source(const AluScalar& scalar, unsigned index) {
    const nir::AluSource& read = scalar.alu->sources()[index];
    return resolve({read.ssa, read.swizzle[scalar.component]});
}

AluScalar Selection::producer(const AluScalar& scalar, unsigned index, nir::Opcode opcode) {
    const ScalarValue value = source(scalar, index);
    const auto* alu = value.def->instruction->as<nir::AluInstruction>();
    if (alu == nullptr || alu->opcode != opcode) {
        return {};
    }
    return {alu, value.component};
}

bool Selection::is_constant(const ScalarValue& value) {
    return !nir::constant_components(*value.def).empty();
}

bool Selection::is_constant(const ScalarValue& value, unsigned bit_size, std::uint32_t bits) {
    return value.def->bit_size == bit_size && is_constant(value) && constant_bits(value) == bits;
}

std::uint32_t Selection::constant_bits(const ScalarValue& value) {
    return nir::constant_components(*value.def)[value.component].u32;
}

void Selection::make_room_behind_first(const nir::SsaDef& def) {
    values_[def.index].others =
        graph_.arena().make_array<Node*>(std::size_t{def.num_components} - 1).data();
}

Node* Selection::node(const ScalarValue& value) {
    if (only_tries()) {
        return &tried_;
    }
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
    if (only_tries()) {
        ++num_tried_;
        return &tried_;
    }
    Node* node = graph_.make_machine(opcode, std::span(sources.begin(), sources.size()));
    node->dst.kind = RegisterKind::ssa;
    node->dst.half = half;
    node->saturate = saturate;
    node->exact = exact_;
    return append(node);
}

Node* Selection::constant(std::uint32_t bits, bool half) {
    if (only_tries()) {
        return &tried_;
    }
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
