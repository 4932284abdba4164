// Gives branches their targets.
//
// Before: registers are assigned; a block with two successors ends with a branch that has no
// target.
// After: copies within one register are gone, and no branch leads to a block without
// instructions. Where control does not go on with the next block a branch or jump says where to.
// Block::joins marks every block at which lanes may wait for others.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/pipelines/lay_out_blocks.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

class Layout {
  public:
    explicit Layout(Graph& graph) : graph_(graph) {}

    void run() {
        for (Block& block : graph_.blocks) {
            std::erase_if(block.nodes, [](const Node* node) { return is_idle(*node); });
        }
        find_destinations();
        for (Block& block : graph_.blocks) {
            if (destinations_[block.index] == &block) {
                finish(block);
            }
        }
    }

  private:
    // A copy of a register into itself.
    static bool is_idle(const Node& node) {
        return is_whole_copy(node) && node.sources()[0].definition->dst.number == node.dst.number;
    }

    // Whether going to the block is going somewhere else. Jumps back stay: lanes meet there before
    // they go round again.
    static bool is_passed_over(const Block& block) {
        const Block* next = block.successors[0];
        return next != nullptr && next->index > block.index &&
               std::none_of(block.nodes.begin(), block.nodes.end(),
                            [](const Node* node) { return node->kind == NodeKind::machine; });
    }

    void find_destinations() {
        destinations_.resize(graph_.blocks.size());
        for (auto block = graph_.blocks.rbegin(); block != graph_.blocks.rend(); ++block) {
            destinations_[block->index] =
                is_passed_over(*block) ? destinations_[block->successors[0]->index] : &*block;
        }
    }

    Block* destination(const Block* block) {
        return block != nullptr ? destinations_[block->index] : nullptr;
    }

    // The block whose instructions come next in the program.
    Block* next(const Block& block) {
        std::size_t index = block.index + std::size_t{1};
        while (index < destinations_.size() && destinations_[index] != &graph_.blocks[index]) {
            ++index;
        }
        return index < destinations_.size() ? &graph_.blocks[index] : nullptr;
    }

    void finish(Block& block) {
        Block* taken = destination(block.successors[0]);
        Block* other = destination(block.successors[1]);
        Node* branch = block.terminator();
        if (branch != nullptr && taken == other) {
            block.nodes.pop_back();
            drop_unread(block, branch->sources()[0].definition);
            branch = nullptr;
        }
        if (branch == nullptr) {
            if (taken != nullptr && taken != next(block)) {
                jump(block, *taken);
            }
            return;
        }
        if (taken == next(block)) {
            branch->sources()[0].negate = !branch->sources()[0].negate;
            std::swap(taken, other);
        }
        aim(block, *branch, *taken);
        if (other != next(block)) {
            jump(block, *other);
        } else if (taken->index <= block.index) {
            other->joins = true;
        }
    }

    static void drop_unread(Block& block, const Node* predicate) {
        const bool is_read =
            std::any_of(block.nodes.begin(), block.nodes.end(), [predicate](const Node* node) {
                return !node->sources().empty() && node->sources()[0].definition == predicate;
            });
        if (!is_read) {
            std::erase(block.nodes, predicate);
        }
    }

    void jump(Block& block, Block& target) {
        Node* node = graph_.make_machine(role::kJump, 0);
        graph_.append(block, node);
        aim(block, *node, target);
    }

    static void aim(const Block& block, Node& node, Block& target) {
        node.target = target.index;
        target.joins = target.joins || target.index > block.index;
    }

    Graph& graph_;
    PoolVector<Block*> destinations_{graph_.pool()}; // by block
};

} // namespace

void lay_out_blocks(Graph& graph) {
    Layout(graph).run();
}

} // namespace jacquard::ir3
