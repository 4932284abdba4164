#pragma once

#include <jacquard/ir3/compiler/schedule/block_nodes.h>
#include <jacquard/ir3/compiler/schedule/passes.h>
#include <jacquard/ir3/compiler/schedule/penalties.h>
#include <jacquard/ir3/compiler/schedule/ready_list.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace jacquard::ir3 {

// The nodes that wait for nothing any more, by their ranks. Writers of a0.x and of predicates have
// lists of their own, since they may be blocked; all other nodes share one.
class ReadyNodes {
  public:
    static constexpr std::size_t kAddresses = 0;
    static constexpr std::size_t kPredicates = 1;
    static constexpr std::size_t kOthers = 2;
    static constexpr std::size_t kNumLists = 3;

    // Ways to rank what is ready: the deepest first, or what came first in the source; and each of
    // them where registers are scarce.
    static constexpr std::size_t kByDepth = 0;
    static constexpr std::size_t kByOrder = 1;
    static constexpr std::size_t kScarce = 2;

    struct RankOf {
        ReadyNodes* ready;
        std::int32_t operator()(const Node* node, std::size_t way) const {
            return ready->rank_of(*node, way);
        }
    };
    using List = ReadyList<RankOf>;

    // A ready node and where it stands in the order of a way; null where all are blocked.
    struct Choice {
        Node* node = nullptr;
        std::size_t way = kByDepth;
        std::size_t place = 0;
        std::int64_t score = std::numeric_limits<std::int64_t>::min();
    };

    ReadyNodes(BlockNodes& nodes, const ScheduleOptions& options, MemoryPool& pool)
        : nodes_(nodes),
          options_(options), lists_{List(RankOf{this}, pool), List(RankOf{this}, pool),
                                    List(RankOf{this}, pool)} {}
    ReadyNodes(const ReadyNodes&) = delete;
    ReadyNodes& operator=(const ReadyNodes&) = delete;

    void start() {
        for (List& list : lists_) {
            list.clear();
        }
    }

    [[nodiscard]] bool has_any() const {
        return !lists_[kOthers].empty() || !lists_[kAddresses].empty() ||
               !lists_[kPredicates].empty();
    }
    // Whether a single node is ready, which need not wait for its turn.
    [[nodiscard]] bool has_only_one() const {
        return lists_[kOthers].num_candidates() == 1 && lists_[kAddresses].empty() &&
               lists_[kPredicates].empty();
    }

    static std::size_t list_number(const Node& node) {
        return node.dst.kind == RegisterKind::address     ? kAddresses
               : node.dst.kind == RegisterKind::predicate ? kPredicates
                                                          : kOthers;
    }
    [[nodiscard]] List& list(std::size_t number) { return lists_[number]; }
    [[nodiscard]] List& list_of(const Node& node) { return lists_[list_number(node)]; }
    [[nodiscard]] std::array<List, kNumLists>& lists() { return lists_; }

    void add(Node* node) {
        nodes_.state(node).ready = true;
        list_of(*node).add(node);
    }
    void take_out(const Choice& choice) {
        list_of(*choice.node).remove(choice.way, choice.place);
        nodes_.state(choice.node).ready = false;
    }
    void take_out(Node* node) {
        list_of(*node).remove(node);
        nodes_.state(node).ready = false;
    }

  private:
    // Nodes that are deeper still are all alike; none is where blocks are shorter than millions.
    static constexpr std::uint32_t kMostDepth = 1U << 30;

    // The rank of a ready node, without regard to the delays that it would wait for.
    [[nodiscard]] std::int32_t rank_of(const Node& node, std::size_t way) {
        const auto in_order = -static_cast<std::int32_t>(node.index);
        if (options_.keeps_order) {
            return in_order;
        }
        const auto base = (way & kByOrder) == 0
                              ? static_cast<std::int32_t>(std::min(node.depth, kMostDepth))
                              : in_order;
        const std::int32_t change = nodes_.state(&node).change;
        const bool is_costly = (way & kScarce) != 0 && change > 0;
        return base - 2 * change - (is_costly ? kPressurePenalty * change : 0);
    }

    BlockNodes& nodes_;
    const ScheduleOptions& options_;
    std::array<List, kNumLists> lists_;
};

} // namespace jacquard::ir3
