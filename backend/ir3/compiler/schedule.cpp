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

#include <jacquard/ir3/compiler/delay.h>
#include <jacquard/ir3/compiler/grouped_lists.h>
#include <jacquard/ir3/compiler/liveness.h>
#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/compiler/passes.h>
#include <jacquard/ir3/compiler/ready_list.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

namespace {

constexpr unsigned kMaxPredicates = 4;
// What counts more than being deep: not to wait for a flag, not to leave a slot empty, and above
// all not to use another register where they are scarce.
constexpr std::int64_t kStallPenalty = 100'000;
constexpr std::int64_t kShortWaitPenalty = kStallPenalty + 1;
constexpr std::int64_t kLongWaitPenalty = kStallPenalty + 2;
constexpr std::int64_t kPressurePenalty = 10'000'000;

class BlockScheduler {
  public:
    BlockScheduler(Graph& graph, Block& block, const Liveness& liveness,
                   const ScheduleOptions& options)
        : graph_(graph), block_(block), live_in_(liveness.live_in[block.index]),
          live_out_(liveness.live_out[block.index]), options_(options),
          terminator_(block.terminator()), ready_{List(RankOf{this}), List(RankOf{this}),
                                                  List(RankOf{this})} {}

    void run() {
        prepare();
        order_.reserve(block_.nodes.size());
        std::vector<Node*> roots;
        for (Node* node : block_.nodes) {
            if (info(node).waiting == 0) {
                roots.push_back(node);
            }
        }
        for (Node* node : roots) {
            become_ready(node);
        }
        issue_ready();
        if (terminator_ != nullptr) {
            --info(terminator_).waiting;
            become_ready(terminator_);
            issue_ready();
        }
        block_.nodes = std::move(order_);
    }

  private:
    static constexpr std::size_t kAddresses = 0;
    static constexpr std::size_t kPredicates = 1;
    static constexpr std::size_t kOthers = 2;
    static constexpr std::size_t kNumLists = 3;

    // Ways to rank what is ready: the deepest first, or what came first in the source.
    static constexpr std::size_t kByDepth = 0;
    static constexpr std::size_t kByOrder = 1;

    struct RankOf {
        BlockScheduler* scheduler;
        std::int64_t operator()(const Node* node, std::size_t way) const {
            return scheduler->rank_of(*node, way);
        }
    };
    using List = ReadyList<RankOf>;

    struct Info {
        std::uint32_t waiting = 0;  // nodes of the block that must come before
        std::uint32_t readers = 0;  // sources that read the value and are not ordered yet
        std::uint32_t earliest = 0; // issue slot from which no delay is missing
        std::uint32_t soft = 0;     // the same, counting estimates of sync flags
        std::uint32_t issued = 0;   // slot
        std::uint32_t sequence = 0; // place in the order, from 1
        std::uint32_t place = 0;    // in the block as it was; a copy has that of its original
        // The latest instructions that it waits for with (ss) and (sy).
        std::uint32_t last_short = 0;
        std::uint32_t last_long = 0;
        std::int32_t change = 0; // of the components that are live when it is issued; once ready
        std::uint8_t width = 0;  // components of the value
        bool ready = false;
        bool stale = false; // what it changes may not be up to date
        bool done = false;
    };

    void issue_ready() {
        while (has_ready()) {
            freshen();
            Node* node = choose();
            if (node == nullptr) {
                release_address();
                continue;
            }
            take_out(node);
            issue(node);
        }
    }

    bool has_ready() const {
        return std::any_of(ready_.begin(), ready_.end(),
                           [](const List& list) { return !list.empty(); });
    }

    void take_out(Node* node) {
        list_of(*node).remove(node);
        info(node).ready = false;
    }

    // What writes a0.x or a predicate may have to wait for its turn, all others together.
    static std::size_t list_number(const Node& node) {
        return node.dst.kind == RegisterKind::address     ? kAddresses
               : node.dst.kind == RegisterKind::predicate ? kPredicates
                                                          : kOthers;
    }
    List& list_of(const Node& node) { return ready_[list_number(node)]; }

    // Of a node of the block or a value that enters it.
    Info& info(const Node* node) { return info_[node->index]; }

    bool is_here(const Node* node) const { return node->block == &block_; }

    void prepare() {
        std::uint32_t index = 0;
        for (Node* node : block_.nodes) {
            node->index = index++;
        }
        for (Node* value : live_in_) {
            value->index = index++;
        }
        info_.assign(index, {});
        for (Node* node : block_.nodes) {
            describe(*node);
        }
        for (Node* value : live_in_) {
            describe(*value);
            live_ += info(value).width;
        }
        followers_.reserve(block_.nodes.size() * 2);
        for (Node* node : block_.nodes) {
            link(node);
            if (node->dst.kind == RegisterKind::constant) {
                constant_writers_.push_back(node);
            }
        }
        followers_.arrange(index);
        // Those are never read for the last time.
        for (const Node* value : live_out_) {
            ++info(value).readers;
        }
        if (terminator_ != nullptr) {
            ++info(terminator_).waiting;
        }
    }

    void describe(const Node& node) {
        Info& known = info(&node);
        known.place = node.index;
        known.width = static_cast<std::uint8_t>(std::popcount(node.write_mask));
    }

    // Makes the node wait for what it needs.
    void link(Node* node) {
        const auto wait_for = [&](Node* earlier) {
            if (is_here(earlier)) {
                followers_.add(earlier->index, node);
                ++info(node).waiting;
            }
        };
        if (node->kind != NodeKind::phi) {
            note_reader(node);
            for_each_ssa_source(*node, [&](Node* source) {
                wait_for(source);
                ++info(source).readers;
                if (!is_here(source)) {
                    followers_.add(source->index, node);
                }
            });
            if (node->kind == NodeKind::machine) {
                most_sources_ =
                    std::max(most_sources_, static_cast<std::uint32_t>(node->sources.size()));
            }
        }
        for (Node* dependency : node->dependencies) {
            wait_for(dependency);
        }
        if (std::any_of(node->sources.begin(), node->sources.end(),
                        [](const Register& source) { return source.is_constant(); })) {
            for (Node* writer : constant_writers_) {
                if (reads_constants_of(*node, *writer)) {
                    wait_for(writer);
                }
            }
        }
    }

    static bool reads_constants_of(const Node& node, const Node& writer) {
        const std::uint32_t first = writer.dst.number;
        const std::uint32_t end = first + num_constants_written(writer);
        return std::any_of(node.sources.begin(), node.sources.end(), [&](const Register& source) {
            return source.kind == RegisterKind::relative_constant ||
                   (source.kind == RegisterKind::constant && source.number >= first &&
                    source.number < end);
        });
    }

    // Keeps who reads an address or a predicate of the block.
    void note_reader(Node* node) {
        for_each_ssa_source(*node, [&](const Node* source) {
            if (list_number(*source) != kOthers && is_here(source)) {
                std::vector<Node*>& readers = readers_[source];
                if (readers.empty() || readers.back() != node) {
                    readers.push_back(node);
                }
            }
        });
    }

    void become_ready(Node* node) {
        if (node->is_meta()) {
            issue(node);
            return;
        }
        Info& waiting = info(node);
        for (std::size_t i = 0; i < node->sources.size(); ++i) {
            if (node->sources[i].definition != nullptr) {
                for_each_producer(node->sources[i].definition,
                                  [&](Node& producer) { respect(producer, *node, i, waiting); });
            }
        }
        if (node->address != nullptr) {
            respect(*node->address, *node, node->sources.size(), waiting);
        }
        waiting.change = pressure_change(node);
        waiting.ready = true;
        list_of(*node).add(node);
    }

    void respect(const Node& producer, const Node& node, std::size_t index, Info& waiting) {
        if (producer.kind != NodeKind::machine || !is_here(&producer)) {
            return;
        }
        const Delay delay = delay_between(producer, node, index);
        const std::uint32_t first = info(&producer).issued + 1;
        if (delay.hard != 0) {
            waiting.earliest = std::max(waiting.earliest, first + delay.hard);
        }
        waiting.soft = std::max(waiting.soft, first + delay.soft);
        const Sync sync = timing_of(producer).sync_needed(timing_class(producer));
        if (contains(sync, Sync::ss)) {
            waiting.last_short = std::max(waiting.last_short, info(&producer).sequence);
        }
        if (contains(sync, Sync::sy)) {
            waiting.last_long = std::max(waiting.last_long, info(&producer).sequence);
        }
    }

    // How many more components are live when the node has been issued.
    int pressure_change(Node* node) {
        int change = node->dst.is_ssa() ? info(node).width : 0;
        if (node->kind == NodeKind::phi) {
            return change; // its sources are read by the blocks before
        }
        for (std::size_t i = 0; i < node->sources.size(); ++i) {
            if (node->sources[i].is_ssa() && !seen_before(*node, i)) {
                change -= freed_by(node->sources[i].definition, *node);
            }
        }
        return change;
    }

    static bool seen_before(const Node& node, std::size_t i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (node.sources[j].definition == node.sources[i].definition) {
                return true;
            }
        }
        return false;
    }

    int freed_by(Node* value, const Node& reader) {
        std::uint32_t reads = 0;
        for (const Register& source : reader.sources) {
            reads += source.definition == value ? 1 : 0;
        }
        if (info(value).readers != reads) {
            return 0;
        }
        if (value->kind == NodeKind::collect && is_here(value)) {
            int freed = 0;
            for (const Register& source : value->sources) {
                if (source.is_ssa() && info(source.definition).readers == 0) {
                    ++freed;
                }
            }
            return freed;
        }
        return value->kind == NodeKind::split ? 1 : info(value).width;
    }

    // One reader of the value fewer is left: those that are may free its registers now, or those of
    // the vector that it became part of.
    void forget_changes(const Node* value) {
        const Info& known = info(value);
        if (known.readers > most_sources_) {
            return; // nobody reads it so often
        }
        for (Node* reader : followers_[value->index]) {
            forget_change(reader);
            if (reader->kind == NodeKind::collect && known.readers == 0) {
                for (Node* of_vector : followers_[reader->index]) {
                    forget_change(of_vector);
                }
            }
        }
    }

    void forget_change(Node* reader) {
        Info& known = info(reader);
        if (known.ready && !known.stale) {
            known.stale = true;
            stale_.push_back(reader);
        }
    }

    // Brings what the ready nodes change up to date.
    void freshen() {
        for (Node* node : stale_) {
            Info& known = info(node);
            known.stale = false;
            const int change = known.ready ? pressure_change(node) : known.change;
            if (change != known.change) {
                List& list = list_of(*node);
                const bool is_candidate = list.begin_change(node);
                known.change = change;
                if (is_candidate) {
                    list.end_change(node);
                }
            }
        }
        stale_.clear();
    }

    // What speaks for a ready node, whatever it has to wait for.
    std::int64_t rank_of(const Node& node, std::size_t way) {
        const std::int64_t base =
            way == kByDepth ? std::int64_t{node.depth} : -std::int64_t{node.index};
        return options_.keeps_order ? -std::int64_t{node.index}
                                    : base - 2 * std::int64_t{info(&node).change};
    }

    bool is_blocked(std::size_t list) const {
        return (list == kAddresses && address_ != nullptr) ||
               (list == kPredicates && free_predicate() >= options_.num_predicates);
    }

    unsigned free_predicate() const {
        unsigned number = 0;
        while (number < kMaxPredicates && predicates_[number] != nullptr) {
            ++number;
        }
        return number;
    }

    // What to issue next; null when everything is blocked.
    Node* choose() {
        Node* best = nullptr;
        std::int64_t best_score = std::numeric_limits<std::int64_t>::min();
        const bool tight = live_ >= static_cast<int>(options_.pressure_limit);
        const bool keeps_order = live_ >= static_cast<int>(options_.order_limit);
        for (std::size_t list = 0; list < kNumLists; ++list) {
            if (is_blocked(list)) {
                continue;
            }
            for (const auto& [rank, node] :
                 ready_[list].candidates(keeps_order ? kByOrder : kByDepth)) {
                if (rank < best_score) {
                    break; // nor can any of the others be better
                }
                const std::int64_t score =
                    options_.keeps_order ? rank : rank - penalty_of(*node, tight);
                if (score > best_score || (score == best_score && node->serial < best->serial)) {
                    best = node;
                    best_score = score;
                }
            }
        }
        return best;
    }

    // What speaks against issuing a ready node now.
    std::int64_t penalty_of(const Node& node, bool tight) {
        const Info& known = info(&node);
        const auto stall =
            static_cast<std::int64_t>(known.earliest > slot_ ? known.earliest - slot_ : 0);
        // A flag waits for everything before it.
        const bool waits_short = known.soft > slot_ && known.last_short > short_taken_;
        const bool waits_long = known.soft > slot_ && known.last_long > long_taken_;
        std::int64_t penalty = waits_long ? kLongWaitPenalty : waits_short ? kShortWaitPenalty : 0;
        penalty += stall * kStallPenalty;
        if (tight && known.change > 0) {
            penalty += kPressurePenalty * known.change;
        }
        return penalty;
    }

    void issue(Node* node) {
        Info& known = info(node);
        if (node->kind == NodeKind::machine) {
            slot_ = std::max(slot_, known.earliest);
            known.issued = slot_;
            slot_ += slots_of(*node);
        }
        count_live(node);
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
        for (Node* follower : followers_[node->index]) {
            if (--info(follower).waiting == 0) {
                become_ready(follower);
            }
        }
    }

    void count_live(Node* node) {
        if (node->kind != NodeKind::collect && node->kind != NodeKind::split) {
            live_ += pressure_change(node);
        }
        if (node->kind == NodeKind::phi) {
            return;
        }
        for_each_ssa_source(*node, [&](Node* source) {
            if (--info(source).readers == 0) {
                finish(source);
            }
            forget_changes(source);
        });
    }

    // Nobody will read the value any more.
    void finish(const Node* value) {
        if (value == address_) {
            address_ = nullptr;
        }
        for (Node*& predicate : predicates_) {
            if (predicate == value) {
                predicate = nullptr;
            }
        }
    }

    // Everything that could come next writes a0.x or a predicate while one is still wanted by
    // instructions that wait. Those get a copy of the instruction that writes it, and one of the
    // blocked ones issues: that of the reader which stood first. All else that this reader needs
    // stood before it, so it comes next when the last one that it needs has its turn, however often
    // readers of both an address and a predicate take them from each other before.
    void release_address() {
        Node* next = nullptr;
        for (List& list : ready_) {
            for (const auto& [rank, node] : list.candidates(kByDepth)) {
                if (next == nullptr || comes_before(*node, *next)) {
                    next = node;
                }
            }
        }
        take_out(next);
        Node* held = next->dst.kind == RegisterKind::address ? address_ : latest_predicate();
        Node* copy = graph_.clone(*held);
        copy->block = &block_;
        copy->index = static_cast<std::uint32_t>(info_.size());
        info_.emplace_back();
        info(copy).place = info(held).place;
        info(copy).width = info(held).width;
        std::vector<Node*> redirected;
        for (Node* reader : std::exchange(readers_[held], {})) {
            if (!info(reader).done && redirect(*reader, held, copy)) {
                readers_[copy].push_back(reader);
                redirected.push_back(reader);
                ++info(reader).waiting;
                if (std::exchange(info(reader).ready, false)) {
                    list_of(*reader).erase(reader);
                }
            }
        }
        followers_.append(redirected);
        note_reader(copy);
        for_each_ssa_source(*copy, [&](Node* source) { ++info(source).readers; });
        finish(held);
        issue(next);
        block_.nodes.push_back(copy);
        become_ready(copy);
    }

    // Where the first of those stood who still want to read what the node writes.
    std::uint32_t first_reader(const Node& node) {
        std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
        for (const Node* reader : readers_[&node]) {
            first = info(reader).done ? first : std::min(first, info(reader).place);
        }
        return first;
    }

    bool comes_before(const Node& a, const Node& b) {
        const std::uint32_t first_a = first_reader(a);
        const std::uint32_t first_b = first_reader(b);
        return first_a != first_b ? first_a < first_b : a.serial < b.serial;
    }

    // The predicate that can be done without for the longest time.
    Node* latest_predicate() {
        Node* latest = nullptr;
        for (Node* predicate : predicates_) {
            if (predicate != nullptr &&
                (latest == nullptr || first_reader(*latest) < first_reader(*predicate))) {
                latest = predicate;
            }
        }
        return latest;
    }

    // Makes `reader` read the copy; false when it does not read `held`.
    bool redirect(Node& reader, const Node* held, Node* copy) {
        bool reads = false;
        for (Register& source : reader.sources) {
            if (source.definition == held) {
                source.definition = copy;
                ++info(copy).readers;
                reads = true;
            }
        }
        if (reader.address == held) {
            reader.address = copy;
            ++info(copy).readers;
            reads = true;
        }
        return reads;
    }

    Graph& graph_;
    Block& block_;
    std::span<Node* const> live_in_;
    std::span<Node* const> live_out_;
    const ScheduleOptions& options_;
    Node* terminator_ = nullptr; // comes last whatever it waits for
    std::vector<Info> info_;
    GroupedLists<Node*> followers_; // by node: what waits for it or reads it
    std::array<List, kNumLists> ready_;
    std::vector<Node*> stale_;       // what they change is to be computed again
    std::uint32_t most_sources_ = 0; // of a machine instruction
    std::unordered_map<const Node*, std::vector<Node*>> readers_; // of addresses and predicates
    std::vector<Node*> constant_writers_;                         // in front of the node at hand
    std::vector<Node*> order_;
    Node* address_ = nullptr;
    std::array<Node*, kMaxPredicates> predicates_{};
    std::uint32_t slot_ = 0;
    std::uint32_t short_taken_ = 0; // everything up to here was waited for with (ss)
    std::uint32_t long_taken_ = 0;  // and with (sy)
    int live_ = 0;
};

} // namespace

void schedule(Graph& graph, const ScheduleOptions& options) {
    const Liveness liveness = compute_liveness(graph);
    for (Block& block : graph.blocks) {
        BlockScheduler(graph, block, liveness, options).run();
    }
}

} // namespace jacquard::ir3
