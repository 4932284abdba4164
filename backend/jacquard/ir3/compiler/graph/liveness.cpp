#include <jacquard/ir3/compiler/graph/liveness.h>

#include <algorithm>
#include <utility>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kNoNumber = ~0U;

// A block where a value must be live: at the end for what a phi of a successor reads, else at the
// beginning.
struct Use {
    std::uint32_t block = kNoNumber;
    std::uint32_t next = kNoNumber; // of the same value
    bool at_end = false;
};

// The numbers of each block's predecessors lie close together, because a live interval is followed
// backwards through them: where many values live long, each through most blocks.
class Predecessors {
  public:
    explicit Predecessors(const Graph& graph) : ends_(graph.pool()), blocks_(graph.pool()) {
        ends_.reserve(graph.blocks.size() + 1);
        ends_.push_back(0);
        for (const Block& block : graph.blocks) {
            for (const Block* from : block.predecessors) {
                blocks_.push_back(from->index);
            }
            ends_.push_back(static_cast<std::uint32_t>(blocks_.size()));
        }
    }

    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t block) const {
        return std::span(blocks_).subspan(ends_[block], ends_[block + 1] - ends_[block]);
    }

  private:
    PoolVector<std::uint32_t> ends_; // of those of the block before
    PoolVector<std::uint32_t> blocks_;
};

class Flow {
  public:
    Flow(const Graph& graph, Liveness& live) : graph_(graph), live_(live) {}

    void find_all() {
        follow_all([](const Node*) { return true; });
    }

    // Follows anew the live intervals of the nodes that moved and of the values that these read.
    void find_again(std::span<const MovedNode> moved) {
        PoolVector<bool> is_changed(graph_.num_serials(), false, graph_.pool());
        for (const MovedNode& move : moved) {
            is_changed[move.node->serial] = true;
            for_each_ssa_source(*move.node, [&is_changed](const Node* source) {
                is_changed[source->serial] = true;
            });
        }
        const auto is_wanted = [&is_changed](const Node* value) {
            return is_changed[value->serial];
        };
        live_.remove_if(is_wanted);
        follow_all(is_wanted);
    }

  private:
    // The serial numbers of the values that were last found live at the beginning and at the end of
    // a block.
    struct Visit {
        std::uint32_t entered = kNoNumber;
        std::uint32_t left = kNoNumber;
    };

    template <typename IsWanted>
    void follow_all(IsWanted&& is_wanted) {
        if (graph_.blocks.size() < 2) {
            return;
        }
        collect_uses(is_wanted);
        visits_.resize(graph_.blocks.size());
        const Predecessors predecessors(graph_);
        for (Node* value : values_) {
            serial_ = value->serial;
            home_ = value->block->index;
            for (std::uint32_t at = first_uses_[serial_]; at != kNoNumber; at = uses_[at].next) {
                follow(uses_[at], predecessors);
            }
            found_.end_value(value);
        }
        live_.add(found_);
    }

    template <typename IsWanted>
    void collect_uses(IsWanted&& is_wanted) {
        first_uses_.assign(graph_.num_serials(), kNoNumber);
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                if (node->kind == NodeKind::phi) {
                    for (std::size_t i = 0; i < node->sources().size(); ++i) {
                        Node* value = node->sources()[i].definition;
                        if (value != nullptr && is_wanted(value)) {
                            add_use(value, *block.predecessors[i], true);
                        }
                    }
                    continue;
                }
                for_each_ssa_source(*node, [&](Node* value) {
                    if (value->block != &block && is_wanted(value)) {
                        add_use(value, block, false);
                    }
                });
            }
        }
    }

    void add_use(Node* value, const Block& block, bool at_end) {
        std::uint32_t& first = first_uses_[value->serial];
        if (first == kNoNumber) {
            values_.push_back(value);
        }
        uses_.push_back({block.index, first, at_end});
        first = static_cast<std::uint32_t>(uses_.size() - 1);
    }

    // To where the value is made.
    void follow(Use use, const Predecessors& predecessors) {
        if (use.at_end) {
            leave(use.block);
        } else if (enter(use.block)) {
            found_.add(use.block, Liveness::kEnters);
        }
        while (!pending_.empty()) {
            const std::uint32_t block = pending_.back();
            pending_.pop_back();
            for (const std::uint32_t from : predecessors.of(block)) {
                leave(from);
            }
        }
    }

    // False where it was known.
    bool enter(std::uint32_t block) {
        const bool is_new = visits_[block].entered != serial_;
        if (is_new) {
            visits_[block].entered = serial_;
            pending_.push_back(block);
        }
        return is_new;
    }

    void leave(std::uint32_t block) {
        if (visits_[block].left == serial_) {
            return;
        }
        visits_[block].left = serial_;
        const bool enters = block != home_ && enter(block);
        found_.add(block, Liveness::kLeaves | (enters ? Liveness::kEnters : 0));
    }

    const Graph& graph_;
    Liveness& live_;
    NodeVector values_{graph_.pool()}; // that have uses
    Liveness::Found found_{graph_.pool()};
    PoolVector<Use> uses_{graph_.pool()};
    // By serial number: all of a value follow each other.
    PoolVector<std::uint32_t> first_uses_{graph_.pool()};
    PoolVector<std::uint32_t> pending_{graph_.pool()};
    PoolVector<Visit> visits_{graph_.pool()}; // by block
    // The serial number of the value that is followed, and the block where it is made.
    std::uint32_t serial_ = kNoNumber;
    std::uint32_t home_ = kNoNumber;
};

} // namespace

void Liveness::add(const Found& found) {
    PoolVector<std::uint32_t> ends(firsts_.get_allocator());
    ends.reserve(firsts_.size());
    ends.assign(firsts_.size() - 1, 0);
    for (const std::uint32_t crossing : found.crossings_) {
        ++ends[crossing >> kFlagBits];
    }
    // New values follow those that each block had, which keeps the order stable.
    PoolVector<std::uint32_t> items(items_.get_allocator());
    items.resize(items_.size() + found.crossings_.size());
    std::uint32_t end = 0;
    for (std::size_t block = 0; block < ends.size(); ++block) {
        const std::uint32_t begin = end;
        const auto known = items_of(static_cast<std::uint32_t>(block));
        std::copy(known.begin(), known.end(), items.begin() + begin);
        end = begin + static_cast<std::uint32_t>(known.size()) + ends[block];
        ends[block] = begin + static_cast<std::uint32_t>(known.size());
    }
    std::uint32_t number = static_cast<std::uint32_t>(values_.size()) << kFlagBits;
    std::uint32_t at = 0;
    for (const std::uint32_t value_end : found.ends_) {
        for (; at < value_end; ++at) {
            const std::uint32_t crossing = found.crossings_[at];
            items[ends[crossing >> kFlagBits]++] = number | (crossing & (kEnters | kLeaves));
        }
        number += 1U << kFlagBits;
    }
    values_.insert(values_.end(), found.values_.begin(), found.values_.end());
    items_ = std::move(items);
    std::copy(ends.begin(), ends.end(), firsts_.begin() + 1);
}

Liveness compute_liveness(Graph& graph) {
    Liveness liveness(graph.blocks.size(), graph.pool());
    Flow(graph, liveness).find_all();
    return liveness;
}

void update_liveness(Graph& graph, std::span<const MovedNode> moved, Liveness& liveness) {
    Flow(graph, liveness).find_again(moved);
}

} // namespace jacquard::ir3
