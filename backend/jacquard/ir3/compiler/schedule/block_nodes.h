#pragma once

#include <jacquard/ir3/compiler/graph/chained_lists.h>
#include <jacquard/ir3/compiler/graph/liveness.h>

#include <cstddef>
#include <cstdint>

namespace jacquard::ir3 {

// The scheduler knows this of a node of the block, or of a value that is live into it.
struct NodeState {
    std::uint32_t waiting = 0;  // nodes of the block that must come before
    std::uint32_t readers = 0;  // sources that read the value and are not ordered yet
    std::uint32_t earliest = 0; // issue slot from which no delay is missing
    std::uint32_t issued = 0;   // slot
    std::uint32_t sequence = 0; // place in the order, from 1
    // The latest instructions that it waits for with (ss) and (sy).
    std::uint32_t last_short = 0;
    std::uint32_t last_long = 0;
    std::int32_t change = 0;  // of the components that are live when it is issued; once ready
    std::uint8_t width = 0;   // components of the value
    Sync result = Sync::none; // what readers wait for the result with; once issued
    bool ready = false;
    bool stale = false; // what it changes may not be up to date
    bool done = false;
    bool in_vector = false; // a collect of the block reads the value
    bool is_long = false;   // of a block with several of them; see flights.h
    // Levels of lookups: what the node itself depends on, and the lowest that it leads to.
    static constexpr unsigned kMostLevels = 16;
    static constexpr std::uint8_t kLevelMask = kMostLevels - 1;
    static constexpr std::uint8_t kLeadsNowhere = kMostLevels - 1;
    std::uint8_t level : 4 = 0;
    std::uint8_t leads : 4 = kLeadsNowhere;
};

// The nodes of the block that is scheduled, with their states, and what follows each.
class BlockNodes {
  public:
    explicit BlockNodes(Graph& graph) : graph_(graph) {}

    // A block has room for one copy of a writer of an address or predicate for so many nodes.
    static constexpr std::size_t kNodesACopy = 16;

    // Forgets the block before, but not the room that it had.
    void start(Block& block, Liveness::Range live_in);

    // Returns the state of a node of the block, or of a value that is live into it.
    [[nodiscard]] NodeState& state(const Node* node) { return states_[node->index]; }
    [[nodiscard]] NodeState& state(std::uint32_t index) { return states_[index]; }
    // Returns the node of the block with that number; values that are live into the block have the
    // numbers before those of nodes.
    [[nodiscard]] Node* node_of(std::uint32_t index) const {
        return block_->nodes[index - num_live_in_];
    }
    // In the block as it was. A copy has that of its original.
    [[nodiscard]] std::uint32_t place_of(std::uint32_t index) const {
        const std::size_t first_copy = states_.size() - copied_.size();
        return index < first_copy ? index : copied_[index - first_copy];
    }
    [[nodiscard]] bool is_here(const Node* node) const { return node->block == block_; }

    // The numbers of what waits for a node or reads it.
    [[nodiscard]] ChainedLists<std::uint32_t>::Range followers(std::uint32_t index) const {
        return followers_[index];
    }
    void add_follower(const Node& node, const Node& follower) {
        followers_.add(node.index, follower.index);
    }
    // Adds a copy of a node, which nothing follows.
    Node* copy(const Node& node);

  private:
    Graph& graph_;
    Block* block_ = nullptr;
    std::uint32_t num_live_in_ = 0;
    PoolVector<NodeState> states_{graph_.pool()};
    // The places of the originals of copies, which have the last numbers.
    PoolVector<std::uint32_t> copied_{graph_.pool()};
    ChainedLists<std::uint32_t> followers_{graph_.pool()};
};

} // namespace jacquard::ir3
