#include <jacquard/ir3/compiler/graph/lifetimes.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

void extend(Lifetime& life, Lifetime by) {
    life.first = std::min(life.first, by.first);
    life.last = std::max(life.last, by.last);
}

} // namespace

PoolVector<Lifetime> find_loops(const Graph& graph) {
    PoolVector<Lifetime> extents(graph.pool()); // by block
    PoolVector<Lifetime> loops(graph.pool());
    std::uint32_t position = 0;
    for (const Block& block : graph.blocks) {
        const auto end = position + static_cast<std::uint32_t>(block.nodes.size());
        extents.push_back({position, end});
        position = end;
        for (const Block* next : block.successors) {
            if (next != nullptr && next->index <= block.index) {
                loops.push_back({extents[next->index].first, end});
            }
        }
    }
    return loops;
}

PoolVector<Lifetime> find_array_lifetimes(const Graph& graph) {
    PoolVector<Lifetime> lives(graph.arrays.size(), {~0U, 0}, graph.pool());
    if (lives.empty()) {
        return lives;
    }
    const auto touch = [&lives](const Register& access, std::uint32_t at) {
        if (access.kind == RegisterKind::array) {
            extend(lives[access.number], {at, at + 1});
        }
    };
    for (const Block& block : graph.blocks) {
        for (const Node* node : block.nodes) {
            touch(node->dst, node->index);
            for (const Register& source : node->sources()) {
                touch(source, node->index);
            }
        }
    }
    // Inner loops come before the outer ones that they make a lifetime reach into.
    for (const Lifetime loop : find_loops(graph)) {
        for (Lifetime& life : lives) {
            if (life.first < loop.last && loop.first < life.last) {
                extend(life, loop);
            }
        }
    }
    return lives;
}

} // namespace jacquard::ir3
