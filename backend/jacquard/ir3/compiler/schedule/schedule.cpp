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

#include <jacquard/ir3/compiler/schedule/block_scheduler.h>

#include <utility>

namespace jacquard::ir3 {

void BlockScheduler::run(Block& block) {
    prepare(block);
    // With room for copies of what writes addresses and predicates, and no more: the list stays
    // with the block.
    order_.reserve(block.nodes.size() + block.nodes.size() / BlockNodes::kNodesACopy);
    for (Node* node : roots_) {
        become_ready(node);
    }
    issue_ready();
    if (terminator_ != nullptr) {
        --nodes_.state(terminator_).waiting;
        become_ready(terminator_);
        issue_ready();
    }
    block.nodes.swap(order_);
    if (!graph_.has_preamble || block.index != 0) {
        issue_slots_ += clock_.slot();
        wait_slots_ += clock_.waited();
    }
}

void BlockScheduler::issue_ready() {
    while (ready_.has_any()) {
        pressure_.freshen();
        const ReadyNodes::Choice choice = choose();
        if (choice.node == nullptr) {
            release_address();
            continue;
        }
        ready_.take_out(choice);
        flights_.take_ready(nodes_.state(choice.node));
        issue(choice.node, nodes_.state(choice.node).change);
    }
}

// Returns the node to issue next; none when all ready nodes are blocked.
ReadyNodes::Choice BlockScheduler::choose() {
    if (ready_.has_only_one()) {
        ReadyNodes::List& others = ready_.list(ReadyNodes::kOthers);
        return {others.candidates(ReadyNodes::kByDepth).front().node, ReadyNodes::kByDepth, 0};
    }
    ReadyNodes::Choice best;
    const int live = pressure_.live();
    if (flights_.any()) {
        flights_.begin_choice(clock_, live);
    }
    best.way = live >= static_cast<int>(options_.order_limit) ? ReadyNodes::kByOrder
                                                              : ReadyNodes::kByDepth;
    best.way |= live >= static_cast<int>(options_.pressure_limit) ? ReadyNodes::kScarce : 0;
    ReadyNodes::List& addresses = ready_.list(ReadyNodes::kAddresses);
    if (!addresses.empty() && held_.address() == nullptr) {
        compare_candidates(addresses, best);
    }
    ReadyNodes::List& predicates = ready_.list(ReadyNodes::kPredicates);
    if (!predicates.empty() && held_.free_predicate() < options_.num_predicates) {
        compare_candidates(predicates, best);
    }
    compare_candidates(ready_.list(ReadyNodes::kOthers), best);
    return best;
}

void BlockScheduler::compare_candidates(ReadyNodes::List& list, ReadyNodes::Choice& best) {
    const bool keeps_order = options_.keeps_order;
    const auto candidates = list.candidates(best.way);
    ReadyNodes::Choice found = best;
    for (std::size_t place = candidates.size(); place-- > 0;) {
        const auto [key, node] = candidates[place];
        if (key < found.score) {
            break; // nor can any of the others be better
        }
        const std::int64_t score =
            keeps_order ? key : key - penalty_of(nodes_.state(node)) * kOneRank;
        if (score > found.score) {
            found.node = node;
            found.place = place;
            found.score = score;
        }
    }
    best = found;
}

// Counts against issuing a ready node now.
std::int64_t BlockScheduler::penalty_of(const NodeState& known) const {
    if (!flights_.any()) {
        return clock_.penalty_of(known, 0);
    }
    return clock_.penalty_of(known, flights_.wait_price()) +
           (flights_.lacks_room(known, pressure_.live()) ? kPressurePenalty : 0);
}

void BlockScheduler::issue(Node* node, int change) {
    NodeState& known = nodes_.state(node);
    if (node->kind == NodeKind::machine) {
        flights_.issue(clock_, known);
        clock_.issue(*node, known);
    }
    count_live(node, change);
    flights_.expect_live(static_cast<std::uint32_t>(pressure_.highest()));
    known.done = true;
    order_.push_back(node);
    known.sequence = static_cast<std::uint32_t>(order_.size());
    clock_.wait_for_sources(known);
    held_.hold(*node);
    if (known.readers == 0) {
        finish(node);
    }
    for (const std::uint32_t follower : nodes_.followers(node->index)) {
        if (--nodes_.state(follower).waiting == 0) {
            become_ready(nodes_.node_of(follower));
        }
    }
}

void BlockScheduler::count_live(Node* node, int change) {
    if (node->kind != NodeKind::collect && node->kind != NodeKind::split) {
        pressure_.add(change);
    }
    if (node->kind == NodeKind::phi) {
        return;
    }
    for_each_ssa_source(*node, [&](const Node* source) {
        NodeState& known = nodes_.state(source);
        --known.readers;
        if (known.readers == 0) {
            finish(source);
        }
        pressure_.lose_reader(source);
    });
}

// Nobody will read the value any more.
void BlockScheduler::finish(const Node* value) {
    if (ReadyNodes::list_number(*value) != ReadyNodes::kOthers) {
        held_.release(value);
    }
}

Scheduled schedule(Graph& graph, const ScheduleOptions& options) {
    Liveness liveness = compute_liveness(graph);
    BlockScheduler scheduler(graph, liveness, options);
    for (Block& block : graph.blocks) {
        scheduler.run(block);
    }
    return {std::move(liveness), scheduler.figures()};
}

} // namespace jacquard::ir3
