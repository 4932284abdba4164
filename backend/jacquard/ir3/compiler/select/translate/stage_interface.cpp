#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/translate/stage_interface.h>

#include <algorithm>
#include <array>
#include <span>

namespace jacquard::ir3 {

void StageInterface::load_vertex_input(const nir::IntrinsicInstruction& load) {
    const auto base = static_cast<std::size_t>(load.base());
    const SlotInfo* slot =
        find_slot(SlotKind::vertex_input, nir::Semantic::generic, static_cast<std::uint32_t>(base));
    if (!Selection::is_constant({load.sources()[0].ssa, 0}) || base >= input_vectors_.size() ||
        slot == nullptr) {
        refuse("this way to address inputs is");
        return;
    }
    Node*& vector = input_vectors_[base];
    if (vector == nullptr) {
        ProgramInput input;
        input.name = slot->name;
        input.slot = slot->number;
        input.index = static_cast<std::uint32_t>(base);
        vector = context_.make_input(4, std::move(input));
    }
    const auto first = static_cast<unsigned>(load.component());
    for (unsigned i = 0; i < load.value.num_components && first + i < 4; ++i) {
        selection_.set_node(load.value, i, split(vector, first + i));
    }
}

void StageInterface::store_output(const nir::IntrinsicInstruction& store) {
    const auto base = static_cast<std::uint32_t>(store.base());
    if (graph_.stage == ShaderStage::geometry && base == shader_.info.outputs.size()) {
        store_vertex_flags(store);
        return;
    }
    if (base >= shader_.info.outputs.size() ||
        !Selection::is_constant({store.sources()[1].ssa, 0})) {
        refuse("this way to address outputs is");
        return;
    }
    const auto is_it = [base](const GraphOutput& known) {
        return known.program_output.index == base;
    };
    if (std::any_of(graph_.outputs.begin(), graph_.outputs.end(), is_it)) {
        refuse("an output of values of several widths is"); // others are stored once
        return;
    }
    const nir::IoSlot& io = shader_.info.outputs[base];
    const SlotInfo* slot = nullptr;
    if (is_fragment()) {
        const nir::ShaderProperty* all = shader_.info.property("FS_COLOR0_WRITES_ALL_CBUFS");
        if (io.semantic == nir::Semantic::color && io.semantic_index == 0 && all != nullptr &&
            !all->values.empty() && all->values[0] != 0) {
            slot = find_slot(SlotKind::broadcast_output, io.semantic, 0);
        }
        if (slot == nullptr) {
            slot = find_slot(SlotKind::fragment_output, io.semantic, io.semantic_index);
        }
    } else {
        slot = find_slot(SlotKind::varying, io.semantic, io.semantic_index);
    }
    if (slot == nullptr) {
        context_.refuse_slot(io, false);
        return;
    }
    const nir::SsaDef& value = *store.sources()[0].ssa;
    const bool whole = !is_fragment() || io.semantic == nir::Semantic::color;
    const unsigned first = slot->component;
    const unsigned count = whole ? 4 : 1;
    const bool half = Selection::is_half_size(value.bit_size);
    std::array<Node*, 4> nodes{};
    const auto stored = static_cast<unsigned>(store.component());
    for (unsigned k = 0; k < count; ++k) {
        const unsigned i = first + k;
        if (i >= stored && i - stored < value.num_components &&
            (store.write_mask() >> (i - stored) & 1) != 0) {
            nodes[k] = component(value, i - stored);
        }
    }
    // A component that is never stored is undefined. No value is made for it before the first
    // and behind the last one that is stored.
    const auto is_stored = [](const Node* node) { return node != nullptr; };
    const auto end_of_all = nodes.begin() + count;
    auto begin = std::find_if(nodes.begin(), end_of_all, is_stored);
    auto end = end_of_all;
    while (end != begin && !is_stored(*(end - 1))) {
        --end;
    }
    if (begin == end) {
        begin = nodes.begin();
        end = begin + 1;
    }
    for (auto node = begin; node != end; ++node) {
        *node = is_stored(*node) ? *node : selection_.constant(0, half);
    }
    ProgramOutput output;
    output.name = slot->name;
    output.slot = slot->number;
    output.index = base;
    const auto leading = static_cast<unsigned>(begin - nodes.begin());
    output.source_component = static_cast<std::uint8_t>(first + leading);
    output.num_components = static_cast<std::uint8_t>(end - begin);
    // An output stands in a register; a value that is no register yet is copied into one. There is
    // room for the leading components, from which drivers count.
    Node* vector = collect(std::span(nodes.begin(), end));
    graph_.outputs.push_back({vector, std::move(output), leading});
}

// Lowering puts them behind the outputs that the shader declares.
void StageInterface::store_vertex_flags(const nir::IntrinsicInstruction& store) {
    const SlotInfo& slot = slot_info(Slot::GS_VERTEX_FLAGS_IR3);
    ProgramOutput output;
    output.name = slot.name;
    output.slot = slot.number;
    output.index = static_cast<std::uint32_t>(store.base());
    output.num_components = 1;
    graph_.outputs.push_back({component(*store.sources()[0].ssa, 0), std::move(output), 0});
}

} // namespace jacquard::ir3
