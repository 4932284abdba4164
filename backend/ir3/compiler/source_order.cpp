#include <jacquard/ir3/compiler/source_order.h>

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace jacquard::ir3 {

namespace {

using Places = std::unordered_map<const Node*, std::size_t>;

void restore_block(Block& block, const Places& places) {
    Places copies;
    for (const Node* node : block.nodes) {
        for_each_ssa_source(*node, [&](const Node* source) {
            const auto place = places.find(node);
            if (place != places.end() && places.count(source) == 0) {
                const auto known = copies.emplace(source, place->second - 1).first;
                known->second = std::min(known->second, place->second - 1);
            }
        });
    }
    const auto place_of = [&](const Node* node) {
        const auto place = places.find(node);
        return place != places.end() ? place->second : copies[node];
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
    Places places;
    for (const Node* node : nodes_) {
        places.emplace(node, places.size() * 2 + 1);
    }
    for (Block& block : graph.blocks) {
        restore_block(block, places);
    }
}

} // namespace jacquard::ir3
