// Orders the instructions of each block.
//
// Before: Node::depth is known; values have no registers yet. Addresses (a0.x) and predicates may
// have several values at once.
// After: every block stands in an order in which each node comes after what it reads, with as few
// delay slots to fill as could be found: the deepest of the nodes that can issue now comes next.
// Where many components are live it is the first in the order of the source, which uses up values
// soon after it made them; where too many are, one that frees registers. At any point only one
// value of a0.x is live and no more predicates than there are registers, which are assigned here;
// where two users of one address wait for each other it was computed twice. A branch stands last.

#include <jacquard/ir3/compiler/graph/delay.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/schedule/block_scheduler.h>

#include <utility>

namespace jacquard::ir3 {

namespace {

// What counts more than being deep: not to wait for a flag, not to leave a slot empty, and above
// all not to use another register where they are scarce. In ranks.
constexpr std::int64_t kStallPenalty = 100'000;
constexpr std::int64_t kShortWaitPenalty = kStallPenalty + 1;
constexpr std::int64_t kLongWaitPenalty = kStallPenalty + 2;

} // namespace

void BlockScheduler::run(Block& block) {
    block_ = &block;
    live_in_ = liveness_.live_in(block.index);
    live_out_ = liveness_.live_out(block.index);
    terminator_ = block.terminator();
    prepare();
    // With room for copies of what writes addresses and predicates, and no more: the list stays
    // with the block.
    order_.reserve(block.nodes.size() + block.nodes.size() / kNodesACopy);
    for (Node* node : roots_) {
        become_ready(node);
    }
    issue_ready();
    if (terminator_ != nullptr) {
        --info(terminator_).waiting;
        become_ready(terminator_);
        issue_ready();
    }
    block.nodes.swap(order_);
}

void BlockScheduler::issue_ready() {
    while (has_ready()) {
        freshen();
        const Choice choice = choose();
        if (choice.node == nullptr) {
            release_address();
            continue;
        }
        take_out(choice);
        issue(choice.node, info(choice.node).change);
    }
}

// Returns the node to issue next; none when all ready nodes are blocked.
BlockScheduler::Choice BlockScheduler::choose() {
    if (has_only_one()) {
        return {ready_[kOthers].candidates(kByDepth).front().node, kByDepth, 0};
    }
    Choice best;
    best.way = live_ >= static_cast<int>(options_.order_limit) ? kByOrder : kByDepth;
    best.way |= live_ >= static_cast<int>(options_.pressure_limit) ? kScarce : 0;
    if (!ready_[kAddresses].empty() && address_ == nullptr) {
        compare_candidates(ready_[kAddresses], best);
    }
    if (!ready_[kPredicates].empty() && free_predicate() < options_.num_predicates) {
        compare_candidates(ready_[kPredicates], best);
    }
    compare_candidates(ready_[kOthers], best);
    return best;
}

void BlockScheduler::compare_candidates(List& list, Choice& best) {
    const bool keeps_order = options_.keeps_order;
    const auto candidates = list.candidates(best.way);
    Choice found = best;
    for (std::size_t place = candidates.size(); place-- > 0;) {
        const auto [key, node] = candidates[place];
        if (key < found.score) {
            break; // nor can any of the others be better
        }
        const std::int64_t score = keeps_order ? key : key - penalty_of(*node) * kOneRank;
        if (score > found.score) {
            found.node = node;
            found.place = place;
            found.score = score;
        }
    }
    best = found;
}

// Returns the penalty for issuing a ready node now, which its rank does not contain.
std::int64_t BlockScheduler::penalty_of(const Node& node) {
    const Info& known = info(&node);
    const auto stall =
        static_cast<std::int64_t>(known.earliest > slot_ ? known.earliest - slot_ : 0);
    // A flag waits for everything before it, what nobody wants yet included.
    const bool waits_short = short_arrives_ > slot_ && known.last_short > short_taken_;
    const bool waits_long = long_arrives_ > slot_ && known.last_long > long_taken_;
    std::int64_t penalty = waits_long ? kLongWaitPenalty : waits_short ? kShortWaitPenalty : 0;
    return penalty + stall * kStallPenalty;
}

void BlockScheduler::issue(Node* node, int change) {
    Info& known = info(node);
    if (node->kind == NodeKind::machine) {
        slot_ = std::max(slot_, known.earliest);
        known.issued = slot_;
        slot_ += slots_of(timing_, *node);
        expect_result(*node);
    }
    count_live(node, change);
    known.done = true;
    order_.push_back(node);
    known.sequence = static_cast<std::uint32_t>(order_.size());
    if (known.last_short > short_taken_) {
        short_taken_ = known.sequence;
    }
    if (known.last_long > long_taken_) {
        long_taken_ = known.sequence;
    }
    if (node->dst.kind == RegisterKind::address) {
        address_ = node;
    } else if (node->dst.kind == RegisterKind::predicate) {
        const unsigned number = free_predicate();
        node->dst.number = static_cast<std::uint16_t>(number);
        predicates_[number] = node;
    }
    if (known.readers == 0) {
        finish(node);
    }
    for (const std::uint32_t follower : followers_[node->index]) {
        if (--info_[follower].waiting == 0) {
            become_ready(node_of(follower));
        }
    }
}

// Keeps when all results will have arrived that a flag waits for.
void BlockScheduler::expect_result(const Node& node) {
    Info& known = info(&node);
    known.result = timing_.sync_needed(timing_class(node));
    if (known.result == Sync::none) {
        return;
    }
    std::uint32_t& arrives = contains(known.result, Sync::sy) ? long_arrives_ : short_arrives_;
    arrives = std::max(arrives, slot_ + timing_.soft_latency(timing_class(node), known.width));
}

void BlockScheduler::count_live(Node* node, int change) {
    if (node->kind != NodeKind::collect && node->kind != NodeKind::split) {
        live_ += change;
    }
    if (node->kind == NodeKind::phi) {
        return;
    }
    for_each_ssa_source(*node, [&](const Node* source) {
        Info& known = info(source);
        --known.readers;
        if (known.readers == 0) {
            finish(source);
        }
        if (known.readers == 0 ? known.in_vector : known.readers <= most_reads_) {
            forget_changes(source);
        }
    });
}

// Nobody will read the value any more.
void BlockScheduler::finish(const Node* value) {
    if (list_number(*value) == kOthers) {
        return;
    }
    if (value == address_) {
        address_ = nullptr;
    }
    for (Node*& predicate : predicates_) {
        if (predicate == value) {
            predicate = nullptr;
        }
    }
}

Liveness schedule(Graph& graph, const ScheduleOptions& options) {
    Liveness liveness = compute_liveness(graph);
    BlockScheduler scheduler(graph, liveness, options);
    for (Block& block : graph.blocks) {
        scheduler.run(block);
    }
    return liveness;
}

} // namespace jacquard::ir3
