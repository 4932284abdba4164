#pragma once

#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace jacquard::ir3 {

// The registers of groups that several values take in turn: a phi and its copies, values of which
// each is made after the last read of the one before.
class SharedSlots {
  public:
    // Before: the graph is grouped, `liveness` is that of its blocks. Neither may change as long as
    // this is asked, but for what take() is told of.
    SharedSlots(const Graph& graph, const Liveness& liveness);

    // Whether others are written to the register of a value of one component.
    [[nodiscard]] bool is_shared(const Node& value) const {
        return value.group != kNoGroup && num_writers_[slot_of(value)] > 1;
    }
    // Whether no other of the register is in it in the block from its beginning on, which the value
    // stands in.
    [[nodiscard]] bool is_alone_in(const Node& value, const Block& block) {
        return count(key_of(slot_of(value), block)) < 2;
    }
    // Whether any is in it somewhere in the block, one that take() was told of included.
    [[nodiscard]] bool is_taken(const Node& value, const Block& block) {
        const std::uint64_t key = key_of(slot_of(value), block);
        return count(key) != 0 || moved_.count(key) != 0;
    }
    void take(const Node& value, const Block& block) {
        moved_.insert(key_of(slot_of(value), block));
    }

  private:
    [[nodiscard]] std::uint32_t slot_of(const Node& value) const {
        return first_slots_[value.group] + value.group_slot;
    }
    [[nodiscard]] static std::uint64_t key_of(std::uint32_t slot, const Block& block) {
        return std::uint64_t{block.index} << 32U | slot;
    }
    template <typename Visit>
    void for_each_shared_slot(const Node& value, Visit&& visit) const;
    void find_taken();
    // 0, 1, or 2 for more.
    [[nodiscard]] unsigned count(std::uint64_t key);

    const Graph& graph_;
    const Liveness& liveness_;
    std::vector<std::uint32_t> first_slots_; // by group
    std::vector<std::uint32_t> num_writers_; // by slot: values that are no view of others
    // Slots with blocks, in order, made when the first question comes: once for each value that is
    // written there, twice for what is there at the beginning.
    bool knows_taken_ = false;
    std::vector<std::uint64_t> taken_;
    std::unordered_set<std::uint64_t> moved_;
};

} // namespace jacquard::ir3
