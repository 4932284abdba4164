#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/spill/private_access.h>

#include <algorithm>
#include <utility>

namespace jacquard::ir3 {

PrivateAccess::PrivateAccess(Graph& graph)
    : graph_(graph), first_byte_((graph.private_bytes + kSlotBytes - 1) / kSlotBytes * kSlotBytes),
      base_(make_copy(graph, immediate_source(first_byte_))) {}

Node* PrivateAccess::access(Block& block, std::uint32_t slot, Opcode opcode,
                            std::size_t num_sources, NodeVector& nodes) {
    const std::uint32_t offset = slot * kSlotBytes;
    Node* base = base_;
    if (offset >= kPrivateOffsets) {
        base = make_copy(
            graph_, immediate_source(first_byte_ + offset / kPrivateOffsets * kPrivateOffsets));
        base->block = &block;
        nodes.push_back(base);
    }
    Node* node = graph_.make_machine(opcode, num_sources);
    node->sources()[0] = ssa_source(base);
    node->offset = static_cast<std::uint16_t>(offset % kPrivateOffsets);
    node->block = &block;
    node->is_spill = true;
    nodes.push_back(node);
    return node;
}

Node* PrivateAccess::load(Block& block, std::uint32_t slot, const Node& value, NodeVector& nodes) {
    Node* load = access(block, slot, role::kLoadPrivate, 1, nodes);
    load->dst.kind = RegisterKind::ssa;
    load->dst.half = value.dst.half;
    load->type = value.dst.half ? DataType::u16 : DataType::u32;
    load->is_truth = value.is_truth;
    Accesses& known = accesses_[slot];
    if (known.store != nullptr) {
        graph_.set_dependencies(*load, std::vector<Node*>{known.store});
    }
    known.loads.push_back(load);
    return load;
}

void PrivateAccess::store(Block& block, std::uint32_t slot, Node* value, NodeVector& nodes) {
    Node* store = access(block, slot, role::kStorePrivate, 2, nodes);
    store->sources()[1] = ssa_source(value);
    store->type = value->dst.half ? DataType::u16 : DataType::u32;
    store->write_mask = 0;
    store->has_effect = true;
    Accesses& known = accesses_[slot];
    if (known.store != nullptr) {
        known.loads.push_back(known.store);
    }
    graph_.set_dependencies(*store, known.loads);
    known = {store, {}};
}

Node* PrivateAccess::remake(Block& block, const Node& value, NodeVector& nodes) {
    Node* again = graph_.clone(value);
    again->block = &block;
    nodes.push_back(again);
    return again;
}

void PrivateAccess::move(Block& block, std::vector<PrivateMove> moves, NodeVector& nodes) {
    std::unordered_map<std::uint32_t, unsigned> readers; // of slots, among what is left to move
    for (const PrivateMove& move : moves) {
        ++readers[move.from];
    }
    const auto is_ready = [&readers](const PrivateMove& move) {
        const auto found = readers.find(move.to);
        return found == readers.end() || found->second == 0;
    };
    const auto take = [&](PrivateMove& move) {
        if (move.remade != nullptr) {
            move.value = remake(block, *move.remade, nodes);
        } else if (move.value == nullptr) {
            move.value = load(block, move.from, *move.phi, nodes);
            --readers[std::exchange(move.from, ~0U)];
        }
    };
    while (!moves.empty()) {
        auto next = std::find_if(moves.begin(), moves.end(), is_ready);
        if (next == moves.end()) {
            // A ring: one of them waits in a register until the others are done.
            next = moves.begin();
            take(*next);
            continue;
        }
        take(*next);
        store(block, next->to, next->value, nodes);
        *next = moves.back();
        moves.pop_back();
    }
}

void PrivateAccess::finish(std::uint32_t num_slots) {
    Block& entry = graph_.entry();
    base_->block = &entry;
    entry.nodes.insert(entry.nodes.begin(), base_);
    graph_.private_bytes = first_byte_ + num_slots * kSlotBytes;
}

} // namespace jacquard::ir3
