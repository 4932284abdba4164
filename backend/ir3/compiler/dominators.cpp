#include <jacquard/ir3/compiler/dominators.h>

#include <vector>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kNone = ~0U;

// The nearest block that dominates both; dominators stand in front of what they dominate.
std::uint32_t common_dominator(const std::vector<std::uint32_t>& dominators, std::uint32_t a,
                               std::uint32_t b) {
    while (a != b) {
        if (a > b) {
            a = dominators[a];
        } else {
            b = dominators[b];
        }
    }
    return a;
}

} // namespace

GroupedLists<Block*> blocks_below(Graph& graph) {
    std::vector<std::uint32_t> dominators(graph.blocks.size(), 0);
    GroupedLists<Block*> below;
    for (Block& block : graph.blocks) {
        std::uint32_t dominator = kNone;
        for (const Block* from : block.predecessors) {
            if (from->index < block.index) {
                dominator = dominator == kNone
                                ? from->index
                                : common_dominator(dominators, dominator, from->index);
            }
        }
        if (dominator != kNone) {
            dominators[block.index] = dominator;
            below.add(dominator, &block);
        }
    }
    below.arrange(static_cast<std::uint32_t>(graph.blocks.size()));
    return below;
}

} // namespace jacquard::ir3
