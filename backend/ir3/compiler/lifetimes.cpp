#include <jacquard/ir3/compiler/lifetimes.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// What stands in registers when the program starts.
void extend(Lifetime& life, Lifetime by) {
    life.first = std::min(life.first, by.first);
    life.last = std::max(life.last, by.last);
}

} // namespace

std::vector<Lifetime> find_loops(const Graph& graph) {
    std::vector<Lifetime> extents; // by block
    std::vector<Lifetime> loops;
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

bool is_there_before(const Node& node) {
    return node.kind == NodeKind::input || node.kind == NodeKind::prefetch;
}

std::vector<ValueLifetime> find_lifetimes(Graph& graph, const Liveness& liveness,
                                          std::uint32_t num_nodes) {
    const std::uint64_t num_lives = num_nodes + liveness.live_in.num_items();
    MemoryCharge charge(graph.arena().budget());
    charge.add(num_lives * 2 * sizeof(ValueLifetime));
    std::vector<ValueLifetime> lives;
    lives.reserve(num_lives);
    std::vector<std::uint32_t> last_read(num_nodes, 0); // in the block at hand, or earlier
    for (const Block& block : graph.blocks) {
        if (block.nodes.empty()) {
            continue;
        }
        const std::uint32_t begin = block.nodes.front()->index;
        const std::uint32_t end = block.nodes.back()->index + 1;
        for (const Node* node : block.nodes) {
            if (node->kind != NodeKind::phi) {
                for_each_ssa_source(
                    *node, [&](const Node* source) { last_read[source->index] = node->index; });
            }
        }
        for (const Node* value : liveness.live_out[block.index]) {
            last_read[value->index] = end;
        }
        for (const Node* value : liveness.live_in[block.index]) {
            if (last_read[value->index] > begin) {
                lives.push_back({value, {begin, last_read[value->index]}});
            }
        }
        for (const Node* node : block.nodes) {
            if (!node->dst.is_ssa()) {
                continue;
            }
            std::uint32_t first = node->kind == NodeKind::phi ? begin : node->index;
            first = is_there_before(*node) ? 0 : first;
            lives.push_back({node, {first, std::max(last_read[node->index], node->index + 1)}});
        }
    }
    return lives;
}

std::vector<Lifetime> find_array_lifetimes(const Graph& graph) {
    std::vector<Lifetime> lives(graph.arrays.size(), {~0U, 0});
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
            for (const Register& source : node->sources) {
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
