#include <jacquard/nir/analysis/dominance.h>

#include <utility>

namespace jacquard::nir {

DominatorTree::DominatorTree(Function& function) {
    const std::size_t count = function.num_blocks + std::size_t{1};
    blocks_.reserve(count);
    for (Block& block : function.blocks()) {
        blocks_.push_back(&block);
    }
    blocks_.push_back(function.end_block);
    nodes_.resize(count);
    find_dominators(function);
    number_tree();
}

// Text order puts every predecessor but those at the end of loops before its successors, and those
// are dominated by the header they go back to; so one walk finds all immediate dominators.
void DominatorTree::find_dominators(Function& function) {
    for (Block* block : blocks_) {
        block->immediate_dominator = nullptr;
    }
    Block* start = function.first_block();
    nodes_[start->index].jump = start;
    for (std::size_t i = 1; i < blocks_.size(); ++i) {
        Block* dominator = nullptr;
        for (Block* predecessor : blocks_[i]->predecessors()) {
            const bool known = predecessor == start || predecessor->immediate_dominator != nullptr;
            if (known && predecessor->index < i) {
                dominator =
                    dominator == nullptr ? predecessor : common_dominator(dominator, predecessor);
            }
        }
        if (dominator != nullptr) {
            enter(blocks_[i], dominator);
        }
    }
}

// Two jumps of equal length join into one of their sum, as the ones in a skew binary number do.
void DominatorTree::enter(Block* block, Block* dominator) {
    block->immediate_dominator = dominator;
    Node& node = nodes_[block->index];
    const Node& above = nodes_[dominator->index];
    const Node& jumped = nodes_[above.jump->index];
    const bool joins =
        above.depth - jumped.depth == jumped.depth - nodes_[jumped.jump->index].depth;
    node.depth = above.depth + 1;
    node.jump = joins ? jumped.jump : dominator;
}

Block* DominatorTree::common_dominator(Block* a, Block* b) const {
    if (depth(*a) < depth(*b)) {
        std::swap(a, b);
    }
    while (depth(*a) > depth(*b)) {
        Block* jump = nodes_[a->index].jump;
        a = depth(*jump) >= depth(*b) ? jump : a->immediate_dominator;
    }
    // Equal depth means jumps of equal length.
    while (a != b) {
        Block* jump_a = nodes_[a->index].jump;
        Block* jump_b = nodes_[b->index].jump;
        a = jump_a != jump_b ? jump_a : a->immediate_dominator;
        b = jump_a != jump_b ? jump_b : b->immediate_dominator;
    }
    return a;
}

// Ranges of the dominator tree in depth-first order. A block stands behind its dominator in text
// order, so sizes can be summed backwards and starts handed out forwards.
void DominatorTree::number_tree() {
    const std::size_t count = blocks_.size();
    for (std::size_t i = count; i-- > 1;) {
        if (const Block* dominator = blocks_[i]->immediate_dominator) {
            nodes_[dominator->index].size += nodes_[i].size;
        }
    }
    preorder_.resize(nodes_[0].size);
    for (std::size_t i = 0; i < count; ++i) {
        Block* block = blocks_[i];
        const Block* dominator = block->immediate_dominator;
        if (i != 0 && dominator == nullptr) {
            block->dominance_first = ~std::uint32_t{0};
            block->dominance_last = 0;
            continue;
        }
        block->dominance_first = i == 0 ? 0 : nodes_[dominator->index].next_child;
        if (i != 0) {
            nodes_[dominator->index].next_child += nodes_[i].size;
        }
        block->dominance_last = block->dominance_first + nodes_[i].size - 1;
        nodes_[i].next_child = block->dominance_first + 1;
        preorder_[block->dominance_first] = block;
    }
}

void compute_dominance(Function& function) {
    static_cast<void>(DominatorTree(function));
}

bool dominates(const SsaDef& value, const Instruction& use) {
    const Block* from = value.instruction->block;
    if (from == use.block) {
        return value.instruction->index < use.index;
    }
    return from->dominates(use.block);
}

// Calls visit(block, member) for every pair. A walk up the tree ends where another one for the
// same member has been.
template <typename Visit>
static void for_each_frontier(Function& function, Visit&& visit) {
    std::vector<const Block*> visited_for(function.num_blocks + std::size_t{1}, nullptr);
    const auto joins = [&](Block& block) {
        if (!is_reachable(block)) {
            return;
        }
        for (Block* runner : block.predecessors()) {
            while (is_reachable(*runner) && runner != block.immediate_dominator &&
                   visited_for[runner->index] != &block) {
                visited_for[runner->index] = &block;
                visit(*runner, block);
                if (runner->immediate_dominator == nullptr) {
                    break;
                }
                runner = runner->immediate_dominator;
            }
        }
    };
    for (Block& block : function.blocks()) {
        joins(block);
    }
    joins(*function.end_block);
}

DominanceFrontiers::DominanceFrontiers(Function& function)
    : starts_(function.num_blocks + std::size_t{2}, 0) {
    for_each_frontier(function, [this](const Block& block, Block&) { ++starts_[block.index + 1]; });
    for (std::size_t i = 1; i < starts_.size(); ++i) {
        starts_[i] += starts_[i - 1];
    }
    members_.resize(starts_.back());
    std::vector<std::uint32_t> next = starts_;
    for_each_frontier(function, [this, &next](const Block& block, Block& member) {
        members_[next[block.index]++] = &member;
    });
}

} // namespace jacquard::nir
