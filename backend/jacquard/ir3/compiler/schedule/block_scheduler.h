#pragma once

#include <jacquard/generated/ir3/registers.h>
#include <jacquard/ir3/compiler/graph/chained_lists.h>
#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/schedule/passes.h>
#include <jacquard/ir3/compiler/schedule/ready_list.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace jacquard::ir3 {

// Orders the instructions of blocks, one after the other; see schedule.cpp.
class BlockScheduler {
  public:
    BlockScheduler(Graph& graph, const Liveness& liveness, const ScheduleOptions& options)
        : graph_(graph), liveness_(liveness),
          options_(options), ready_{List(RankOf{this}, graph.pool()),
                                    List(RankOf{this}, graph.pool()),
                                    List(RankOf{this}, graph.pool())} {}

    void run(Block& block);

  private:
    // Nodes that are deeper still are all alike; none is where blocks are shorter than millions.
    static constexpr std::uint32_t kMostDepth = 1U << 30;

    // A block has room for one copy of a writer of an address or predicate for so many nodes.
    static constexpr std::size_t kNodesACopy = 16;

    static constexpr std::size_t kAddresses = 0;
    static constexpr std::size_t kPredicates = 1;
    static constexpr std::size_t kOthers = 2;
    static constexpr std::size_t kNumLists = 3;

    // Ways to rank what is ready: the deepest first, or what came first in the source; and each of
    // them where registers are scarce.
    static constexpr std::size_t kByDepth = 0;
    static constexpr std::size_t kByOrder = 1;
    static constexpr std::size_t kScarce = 2;
    // The penalty of a node for each component that it makes live where registers are scarce.
    static constexpr std::int32_t kPressurePenalty = 10'000'000;

    struct RankOf {
        BlockScheduler* scheduler;
        std::int32_t operator()(const Node* node, std::size_t way) const {
            return scheduler->rank_of(*node, way);
        }
    };
    using List = ReadyList<RankOf>;

    struct Info {
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
    };

    // A ready node and where it stands in the order of a way; null where all are blocked.
    struct Choice {
        Node* node = nullptr;
        std::size_t way = kByDepth;
        std::size_t place = 0;
        std::int64_t score = std::numeric_limits<std::int64_t>::min();
    };

    bool has_ready() const {
        return !ready_[kOthers].empty() || !ready_[kAddresses].empty() ||
               !ready_[kPredicates].empty();
    }

    // Whether a single node is ready, which need not wait for its turn.
    bool has_only_one() const {
        return ready_[kOthers].num_candidates() == 1 && ready_[kAddresses].empty() &&
               ready_[kPredicates].empty();
    }

    void take_out(const Choice& choice) {
        list_of(*choice.node).remove(choice.way, choice.place);
        info(choice.node).ready = false;
    }

    // Writers of a0.x and of predicates have lists of their own, since they may be blocked; all
    // other nodes share one.
    static std::size_t list_number(const Node& node) {
        return node.dst.kind == RegisterKind::address     ? kAddresses
               : node.dst.kind == RegisterKind::predicate ? kPredicates
                                                          : kOthers;
    }
    List& list_of(const Node& node) { return ready_[list_number(node)]; }

    // Returns the state of a node of the block, or of a value that is live into it.
    Info& info(const Node* node) { return info_[node->index]; }
    // Returns the node of the block with that number; values that are live into the block have the
    // numbers before those of nodes.
    [[nodiscard]] Node* node_of(std::uint32_t index) const {
        return block_->nodes[index - num_live_in_];
    }

    // In the block as it was. A copy has that of its original.
    [[nodiscard]] std::uint32_t place_of(std::uint32_t index) const {
        const std::size_t first_copy = info_.size() - copied_.size();
        return index < first_copy ? index : copied_[index - first_copy];
    }

    bool is_here(const Node* node) const { return node->block == block_; }

    // The rank of a ready node, without regard to the delays that it would wait for.
    std::int32_t rank_of(const Node& node, std::size_t way) {
        const auto in_order = -static_cast<std::int32_t>(node.index);
        if (options_.keeps_order) {
            return in_order;
        }
        const auto base = (way & kByOrder) == 0
                              ? static_cast<std::int32_t>(std::min(node.depth, kMostDepth))
                              : in_order;
        const std::int32_t change = info(&node).change;
        const bool is_costly = (way & kScarce) != 0 && change > 0;
        return base - 2 * change - (is_costly ? kPressurePenalty * change : 0);
    }

    unsigned free_predicate() const {
        unsigned number = 0;
        while (number < kPredicateRegisterComponents && predicates_[number] != nullptr) {
            ++number;
        }
        return number;
    }

    // schedule_links.cpp: what waits for what.
    void reset();
    void prepare();
    void describe(const Node& node);
    void link(Node* node);
    void become_ready(Node* node);
    void respect(const Node& producer, const Node& node, std::size_t index, Info& waiting);

    // schedule_pressure.cpp: how many components are live.
    int pressure_change(const Node& node);
    int width_of(const Node& value);
    void forget_changes(const Node* value);
    void forget_change(std::uint32_t reader);
    // Brings what the ready nodes change up to date.
    void freshen() {
        if (!stale_.empty()) {
            freshen_stale();
        }
    }
    void freshen_stale();

    // schedule_addresses.cpp: when everything waits for an address or a predicate.
    void release_address();
    std::uint32_t first_reader(const Node& node);
    bool comes_before(const Node& a, const Node& b);
    Node* latest_predicate();
    bool redirect(Node& reader, const Node* held, Node* copy);

    void issue_ready();
    Choice choose();
    void compare_candidates(List& list, Choice& best);
    std::int64_t penalty_of(const Node& node);
    // `change` is that of the components that are live.
    void issue(Node* node, int change);
    void expect_result(const Node& node);
    void count_live(Node* node, int change);
    void finish(const Node* value);

    Graph& graph_;
    const Timing& timing_ = timing_of(graph_.revision);
    const Liveness& liveness_;
    const ScheduleOptions& options_;
    Block* block_ = nullptr; // the one at hand
    std::uint32_t num_live_in_ = 0;
    // The places of the originals of copies, which have the last numbers.
    PoolVector<std::uint32_t> copied_{graph_.pool()};
    Liveness::Range live_in_;
    Liveness::Range live_out_;
    Node* terminator_ = nullptr; // comes last whatever it waits for
    PoolVector<Info> info_{graph_.pool()};
    // By node: the numbers of what waits for it or reads it.
    ChainedLists<std::uint32_t> followers_{graph_.pool()};
    std::array<List, kNumLists> ready_;
    NodeVector stale_{graph_.pool()}; // what they change is to be computed again
    std::uint32_t most_reads_ = 0;    // of one value by one machine instruction
    PoolVector<const Node*> constant_writers_{graph_.pool()}; // in front of the node at hand
    NodeVector roots_{graph_.pool()};                         // what waits for nothing
    NodeVector order_{graph_.pool()};
    Node* address_ = nullptr;
    std::array<Node*, kPredicateRegisterComponents> predicates_{};
    std::uint32_t slot_ = 0;
    std::uint32_t short_taken_ = 0; // everything up to here was waited for with (ss)
    std::uint32_t long_taken_ = 0;  // and with (sy)
    // Slots in which the last results of both kinds arrive, by estimate.
    std::uint32_t short_arrives_ = 0;
    std::uint32_t long_arrives_ = 0;
    int live_ = 0;
};

} // namespace jacquard::ir3
