#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/options/line_error.h>
#include <jacquard/ir3/compiler/select/context.h>

#include <algorithm>
#include <utility>

namespace jacquard::ir3 {

void Context::refuse(std::string_view what) {
    std::string message(what);
    message += " not supported yet";
    if (std::find(refusals_.begin(), refusals_.end(), message) == refusals_.end()) {
        refusals_.push_back(message);
        error_of_line(diagnostics_, "I301", message, graph_.origins.present().line,
                      shader_.info.source_files);
    }
}

void Context::set_block(Block& block) {
    block_ = &block;
    selection_.set_block(block_);
}

Node* Context::collect(std::span<Node* const> nodes) {
    if (nodes.size() == 1) {
        return nodes[0];
    }
    Node* node = graph_.make(NodeKind::collect, nodes.size());
    node->dst.kind = RegisterKind::ssa;
    node->length = static_cast<std::uint8_t>(nodes.size());
    node->write_mask = static_cast<std::uint16_t>((1U << nodes.size()) - 1);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i] != nullptr) {
            node->sources()[i] = ssa_source(nodes[i]);
            node->dst.half = nodes[i]->dst.half;
        }
    }
    return selection_.append(node);
}

Node* Context::split(Node* vector, unsigned index) {
    if (vector->length == 1) {
        return vector;
    }
    Node* node = graph_.make(NodeKind::split, 1);
    node->sources()[0] = ssa_source(vector);
    node->offset = static_cast<std::uint8_t>(index);
    node->dst.kind = RegisterKind::ssa;
    node->dst.half = vector->dst.half;
    // The vector of an input is taken apart at once: its components live as long as it does.
    return graph_.append(vector->kind == NodeKind::input ? graph_.blocks.front() : *block_, node);
}

void Context::set_components(const nir::SsaDef& def, Node* vector) {
    for (unsigned i = 0; i < def.num_components; ++i) {
        selection_.set_node(def, i, split(vector, i));
    }
}

Node* Context::make_input(unsigned num_components, ProgramInput input) {
    Node* node = graph_.make(NodeKind::input, 0);
    node->dst.kind = RegisterKind::ssa;
    node->length = static_cast<std::uint8_t>(num_components);
    node->write_mask = static_cast<std::uint16_t>((1U << num_components) - 1);
    input.component_mask = static_cast<std::uint8_t>(node->write_mask);
    // Inputs are there from the start, whichever instruction reads them first.
    Block& entry = graph_.blocks.front();
    node->block = &entry;
    entry.nodes.insert(entry.nodes.begin(), node);
    graph_.inputs.push_back({node, std::move(input)});
    return node;
}

// An input or output that no slot stands for; of those that have locations, the limit is told.
void Context::refuse_slot(const nir::IoSlot& io, bool is_input) {
    const std::string what = is_input ? "input" : "output";
    std::uint32_t end = 0;
    const SlotKind kind =
        is_fragment() && !is_input ? SlotKind::fragment_output : SlotKind::varying;
    while (find_slot(kind, io.semantic, end) != nullptr) {
        ++end;
    }
    if (end == 0 || io.semantic_index < end) {
        refuse("this " + what + " semantic is");
        return;
    }
    refuse("an " + what + " at a location above " + std::to_string(end - 1) + " is");
}

} // namespace jacquard::ir3
