#pragma once

#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/graph/node_walk.h>

#include <algorithm>
#include <cstdint>

namespace jacquard::ir3 {

// Positions first..last-1 of the program.
struct Lifetime {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

// Whether a value is in its register before the first instruction.
[[nodiscard]] inline bool is_there_before(const Node& node) {
    return node.kind == NodeKind::input || node.kind == NodeKind::prefetch;
}

// Calls visit(const Node& value, Lifetime life) for where values live, in program order; one that
// lives in several blocks has several lifetimes.
// Before: the blocks are in their final order, Node::index is the position of each node.
// A value lives up to its last reader, whose result may take its place.
template <typename Visit>
void for_each_lifetime(const Graph& graph, const Liveness& liveness, std::uint32_t num_nodes,
                       Visit&& visit) {
    PoolVector<std::uint32_t> last_read(num_nodes, 0,
                                        graph.pool()); // in the block at hand, or earlier
    for (const Block& block : graph.blocks) {
        if (block.nodes.empty()) {
            continue;
        }
        const std::uint32_t begin = block.nodes.front()->index;
        const std::uint32_t end = block.nodes.back()->index + 1;
        for (const Node* node : in_order(block.nodes)) {
            if (node->kind != NodeKind::phi) {
                for_each_ssa_source(
                    *node, [&](const Node* source) { last_read[source->index] = node->index; });
            }
        }
        for (const Node* value : liveness.live_out(block.index)) {
            last_read[value->index] = end;
        }
        for (const Node* value : liveness.live_in(block.index)) {
            if (last_read[value->index] > begin) {
                visit(*value, Lifetime{begin, last_read[value->index]});
            }
        }
        for (const Node* node : in_order(block.nodes)) {
            if (node->dst.is_ssa()) {
                std::uint32_t first = node->kind == NodeKind::phi ? begin : node->index;
                first = is_there_before(*node) ? 0 : first;
                visit(*node, Lifetime{first, std::max(last_read[node->index], node->index + 1)});
            }
        }
    }
}

// From the first to the last instruction of each loop, in the order of their ends.
[[nodiscard]] PoolVector<Lifetime> find_loops(const Graph& graph);

// The lifetime of each array, from its first access to the last and, in a loop, through all of it;
// empty where nothing accesses it.
[[nodiscard]] PoolVector<Lifetime> find_array_lifetimes(const Graph& graph);

} // namespace jacquard::ir3
