#pragma once

#include <jacquard/ir3/compiler/schedule/ready_nodes.h>

#include <algorithm>
#include <cstdint>

namespace jacquard::ir3 {

// Tells how many components are live, how many a node makes live, and how many it is the last to
// read. Ready nodes are ranked by that, so it is kept, and computed again where a reader of the
// same value was issued.
class LivePressure {
  public:
    LivePressure(BlockNodes& nodes, ReadyNodes& ready, MemoryPool& pool)
        : nodes_(nodes), ready_(ready), stale_(pool) {}

    void start() {
        stale_.clear();
        most_reads_ = 1;
        live_ = 0;
    }

    [[nodiscard]] int live() const { return live_; }
    void add(int change) {
        live_ += change;
        highest_ = std::max(highest_, live_);
    }
    // The most that were live at a time, in this block and those before.
    [[nodiscard]] int highest() const { return highest_; }

    // A machine instruction is in the block.
    void expect_reads(const Node& node);
    // One of the readers of a value was issued.
    void lose_reader(const Node* value) {
        const NodeState& known = nodes_.state(value);
        if (known.readers == 0 ? known.in_vector : known.readers <= most_reads_) {
            forget_changes(value);
        }
    }

    // How many more components are live when the node has been issued.
    [[nodiscard]] int change_of(const Node& node);
    // Brings what the ready nodes change up to date.
    void freshen() {
        if (!stale_.empty()) {
            freshen_stale();
        }
    }

  private:
    [[nodiscard]] int width_of(const Node& value);
    void forget_changes(const Node* value);
    void forget_change(std::uint32_t reader);
    void freshen_stale();

    BlockNodes& nodes_;
    ReadyNodes& ready_;
    NodeVector stale_;             // what they change is to be computed again
    std::uint32_t most_reads_ = 1; // of one value by one machine instruction
    int live_ = 0;
    int highest_ = 0;
};

} // namespace jacquard::ir3
