#include <jacquard/ir3/compiler/spill/source_order.h>

#include <algorithm>
#include <cstdint>

namespace jacquard::ir3 {

namespace {

// By Node::serial: odd for a node that stood there, even for a copy, which comes in front of its
// first reader, or of all.
using Places = PoolVector<std::uint32_t>;

constexpr std::uint32_t kUnread = ~0U - 1;

bool is_copy(std::uint32_t place) {
    return place % 2 == 0;
}

void restore_block(Block& block, Places& places) {
    for (const Node* node : block.nodes) {
        const std::uint32_t reader = places[node->serial];
        if (is_copy(reader)) {
            continue;
        }
        for_each_ssa_source(*node, [&places, reader](const Node* source) {
            std::uint32_t& place = places[source->serial];
            place = is_copy(place) ? std::min(place, reader - 1) : place;
        });
    }
    const auto place_of = [&places](const Node* node) {
        const std::uint32_t place = places[node->serial];
        return place != kUnread ? place : 0;
    };
    std::stable_sort(block.nodes.begin(), block.nodes.end(),
                     [&](const Node* a, const Node* b) { return place_of(a) < place_of(b); });
}

} // namespace

SourceOrder::SourceOrder(const Graph& graph) : nodes_(graph.pool()) {
    std::size_t num_nodes = 0;
    for (const Block& block : graph.blocks) {
        num_nodes += block.nodes.size();
    }
    nodes_.reserve(num_nodes);
    for (const Block& block : graph.blocks) {
        nodes_.insert(nodes_.end(), block.nodes.begin(), block.nodes.end());
    }
}

void SourceOrder::restore(Graph& graph, std::span<const MovedNode> moved) const {
    for (auto move = moved.rbegin(); move != moved.rend(); ++move) {
        std::erase(move->node->block->nodes, move->node);
        move->node->block = move->from;
        move->from->nodes.push_back(move->node);
    }
    Places places(graph.num_serials(), kUnread, graph.pool());
    std::uint32_t next = 1;
    for (const Node* node : nodes_) {
        places[node->serial] = next;
        next += 2;
    }
    for (Block& block : graph.blocks) {
        restore_block(block, places);
    }
}

} // namespace jacquard::ir3
