#include <jacquard/ir3/compiler/graph/dominators.h>

#include <utility>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kNone = ~0U;

// A tree of dominators in which the nearest one that two blocks share is found in a number of steps
// that grows with the logarithm of its depth: each block also knows one further up, such that going
// there skips as much as the two such steps before it together, or else is one step.
class Dominators {
  public:
    explicit Dominators(const Graph& graph) : blocks_(graph.blocks.size(), graph.pool()) {}

    // The dominator is in the tree; the first block is its root.
    void add(std::uint32_t block, std::uint32_t dominator) {
        const Place& above = blocks_[dominator];
        const Place& further = blocks_[above.further];
        const bool skips_both =
            above.depth - further.depth == further.depth - blocks_[further.further].depth;
        blocks_[block] = {dominator, skips_both ? further.further : dominator, above.depth + 1};
    }

    // The nearest block that dominates both.
    [[nodiscard]] std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
        if (blocks_[a].depth < blocks_[b].depth) {
            std::swap(a, b);
        }
        const std::uint32_t depth = blocks_[b].depth;
        while (blocks_[a].depth > depth) {
            const bool is_too_far = blocks_[blocks_[a].further].depth < depth;
            a = is_too_far ? blocks_[a].dominator : blocks_[a].further;
        }
        while (a != b) {
            const bool is_too_far = blocks_[a].further == blocks_[b].further;
            a = is_too_far ? blocks_[a].dominator : blocks_[a].further;
            b = is_too_far ? blocks_[b].dominator : blocks_[b].further;
        }
        return a;
    }

  private:
    struct Place {
        std::uint32_t dominator = 0;
        std::uint32_t further = 0;
        std::uint32_t depth = 0;
    };
    PoolVector<Place> blocks_;
};

} // namespace

GroupedLists<Block*> blocks_below(Graph& graph) {
    Dominators dominators(graph);
    GroupedLists<Block*> below(graph.pool());
    for (Block& block : graph.blocks) {
        std::uint32_t dominator = kNone;
        for (const Block* from : block.predecessors) {
            if (from->index < block.index) {
                dominator =
                    dominator == kNone ? from->index : dominators.common(dominator, from->index);
            }
        }
        if (dominator != kNone) {
            below.add(dominator, &block);
        }
        if (block.index != 0) {
            dominators.add(block.index, dominator != kNone ? dominator : 0);
        }
    }
    below.arrange(static_cast<std::uint32_t>(graph.blocks.size()));
    return below;
}

} // namespace jacquard::ir3
