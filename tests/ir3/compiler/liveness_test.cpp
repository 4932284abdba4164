// The values that cross the edges between blocks.
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/graph/liveness.h>

#include "catch.h"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

using namespace jacquard::ir3;

namespace {

// Blocks in a ring with a way past each, values in all of them and readers of any of those before.
struct Ring {
    static constexpr std::uint32_t kBlocks = 6;

    explicit Ring(std::mt19937& random) : graph(arena, Revision::a6xx) {
        for (std::uint32_t i = 0; i < kBlocks; ++i) {
            graph.add_block();
        }
        for (std::uint32_t i = 0; i < kBlocks; ++i) {
            const std::uint32_t past = i + 2 < kBlocks ? i + 2 : 1;
            Graph::connect(graph.blocks[i], 0, graph.blocks[past]);
            if (i + 1 < kBlocks) {
                Graph::connect(graph.blocks[i], 1, graph.blocks[i + 1]);
            }
        }
        std::vector<Node*> values;
        for (Block& block : graph.blocks) {
            for (unsigned i = 0; i < 8; ++i) {
                const std::size_t num_sources = values.empty() ? 0 : random() % 3;
                Node* node = graph.make(NodeKind::machine, num_sources);
                node->dst.kind = RegisterKind::ssa;
                for (Register& source : node->sources()) {
                    source = ssa_source(values[random() % values.size()]);
                }
                values.push_back(Graph::append(block, node));
            }
        }
    }

    // Some nodes go to the end of the block in front of theirs.
    std::vector<MovedNode> move(std::mt19937& random) {
        std::vector<MovedNode> moved;
        for (std::uint32_t i = 1; i < kBlocks; ++i) {
            Block& block = graph.blocks[i];
            Node* node = block.nodes[random() % block.nodes.size()];
            std::erase(block.nodes, node);
            Graph::append(graph.blocks[i - 1], node);
            moved.push_back({node, &block});
        }
        return moved;
    }

    jacquard::Arena arena;
    Graph graph;
};

std::vector<std::uint32_t> serials_of(const Liveness::Range& values) {
    std::vector<std::uint32_t> serials;
    for (const Node* value : values) {
        serials.push_back(value->serial);
    }
    std::sort(serials.begin(), serials.end());
    return serials;
}

} // namespace

TEST_CASE("liveness: after nodes have moved it is what it would be anew") {
    std::mt19937 random(1);
    for (int round = 0; round < 50; ++round) {
        Ring ring(random);
        Liveness liveness = compute_liveness(ring.graph);
        const std::vector<MovedNode> moved = ring.move(random);
        update_liveness(ring.graph, moved, liveness);
        const Liveness anew = compute_liveness(ring.graph);
        for (std::uint32_t block = 0; block < Ring::kBlocks; ++block) {
            REQUIRE(serials_of(liveness.live_in(block)) == serials_of(anew.live_in(block)));
            REQUIRE(serials_of(liveness.live_out(block)) == serials_of(anew.live_out(block)));
        }
    }
}
