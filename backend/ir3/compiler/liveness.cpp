#include <jacquard/ir3/compiler/liveness.h>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kNoUse = ~0U;

// A value and a block where it must be live: at the end for what a phi of a successor reads, else
// at the beginning.
struct Use {
    Node* value = nullptr;
    const Block* block = nullptr;
    std::uint32_t next = kNoUse; // of the same value
    bool at_end = false;
};

class Flow {
  public:
    Flow(const Graph& graph, Liveness& live)
        : graph_(graph), live_(live), entered_(graph.blocks.size(), nullptr, graph.pool()),
          left_(graph.blocks.size(), nullptr, graph.pool()) {}

    void find_all() {
        live_.live_in.start(graph_.blocks.size(), 0);
        live_.live_out.start(graph_.blocks.size(), 0);
        follow_all([](const Node*) { return true; });
    }

    // Those of what moved and of what it reads anew.
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
        live_.live_in.remove_if(is_wanted);
        live_.live_out.remove_if(is_wanted);
        follow_all(is_wanted);
    }

  private:
    template <typename IsWanted>
    void follow_all(IsWanted&& is_wanted) {
        if (graph_.blocks.size() < 2) {
            return;
        }
        collect_uses(is_wanted);
        for (const Node* value : values_) {
            for (std::uint32_t at = first_uses_[value->serial]; at != kNoUse; at = uses_[at].next) {
                follow(uses_[at]);
            }
        }
    }

    template <typename IsWanted>
    void collect_uses(IsWanted&& is_wanted) {
        first_uses_.assign(graph_.num_serials(), kNoUse);
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
        if (first == kNoUse) {
            values_.push_back(value);
        }
        uses_.push_back({value, &block, first, at_end});
        first = static_cast<std::uint32_t>(uses_.size() - 1);
    }

    // To where the value is made.
    void follow(const Use& use) {
        if (use.at_end) {
            leave(use.value, *use.block);
        } else {
            enter(use.value, *use.block);
        }
        while (!pending_.empty()) {
            const Block& block = *pending_.back();
            pending_.pop_back();
            for (const Block* from : block.predecessors) {
                leave(use.value, *from);
            }
        }
    }

    void enter(Node* value, const Block& block) {
        if (entered_[block.index] != value) {
            entered_[block.index] = value;
            live_.live_in.add(block.index, value);
            pending_.push_back(&block);
        }
    }

    void leave(Node* value, const Block& block) {
        if (left_[block.index] == value) {
            return;
        }
        left_[block.index] = value;
        live_.live_out.add(block.index, value);
        if (value->block != &block) {
            enter(value, block);
        }
    }

    const Graph& graph_;
    Liveness& live_;
    PoolVector<const Node*> values_{graph_.pool()}; // that have uses
    PoolVector<Use> uses_{graph_.pool()};
    // By serial number: all of a value follow each other.
    PoolVector<std::uint32_t> first_uses_{graph_.pool()};
    PoolVector<const Block*> pending_{graph_.pool()};
    // The value that was last found there.
    PoolVector<const Node*> entered_;
    PoolVector<const Node*> left_;
};

} // namespace

Liveness compute_liveness(Graph& graph) {
    Liveness liveness(graph.pool());
    Flow(graph, liveness).find_all();
    return liveness;
}

void update_liveness(Graph& graph, std::span<const MovedNode> moved, Liveness& liveness) {
    Flow(graph, liveness).find_again(moved);
}

} // namespace jacquard::ir3
