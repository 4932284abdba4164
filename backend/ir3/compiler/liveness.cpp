#include <jacquard/ir3/compiler/liveness.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// A value and a block where it must be live: at the end for what a phi of a successor reads, else
// at the beginning.
struct Use {
    Node* value = nullptr;
    const Block* block = nullptr;
    bool at_end = false;
};

class Flow {
  public:
    explicit Flow(Graph& graph)
        : graph_(graph), live_{{}, {}, MemoryCharge(graph.arena().budget())} {
        entered_.assign(graph.blocks.size(), nullptr);
        left_.assign(graph.blocks.size(), nullptr);
    }

    Liveness run() {
        collect_uses();
        // All uses of one value follow each other.
        std::stable_sort(uses_.begin(), uses_.end(), [](const Use& a, const Use& b) {
            return a.value->serial < b.value->serial;
        });
        for (const Use& use : uses_) {
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
        const auto num_blocks = static_cast<std::uint32_t>(graph_.blocks.size());
        live_.live_in.arrange(num_blocks);
        live_.live_out.arrange(num_blocks);
        return std::move(live_);
    }

  private:
    void collect_uses() {
        if (graph_.blocks.size() < 2) {
            return;
        }
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                if (node->kind == NodeKind::phi) {
                    for (std::size_t i = 0; i < node->sources.size(); ++i) {
                        if (node->sources[i].definition != nullptr) {
                            uses_.push_back(
                                {node->sources[i].definition, block.predecessors[i], true});
                        }
                    }
                    continue;
                }
                for_each_ssa_source(*node, [&](Node* value) {
                    if (value->block != &block) {
                        uses_.push_back({value, &block, false});
                    }
                });
            }
        }
    }

    void enter(Node* value, const Block& block) {
        if (entered_[block.index] != value) {
            entered_[block.index] = value;
            count_entry();
            live_.live_in.add(block.index, value);
            pending_.push_back(&block);
        }
    }

    void leave(Node* value, const Block& block) {
        if (left_[block.index] == value) {
            return;
        }
        left_[block.index] = value;
        count_entry();
        live_.live_out.add(block.index, value);
        if (value->block != &block) {
            enter(value, block);
        }
    }

    // An entry stands there with its block first, in a list with room for up to twice as many.
    void count_entry() {
        constexpr std::uint64_t kEntries = 4096;
        if (num_entries_++ % kEntries == 0) {
            live_.charge.add(kEntries * 4 * sizeof(Node*));
        }
    }

    const Graph& graph_;
    Liveness live_;
    std::uint64_t num_entries_ = 0;
    std::vector<Use> uses_;
    std::vector<const Block*> pending_;
    // The value that was last found there.
    std::vector<const Node*> entered_;
    std::vector<const Node*> left_;
};

} // namespace

Liveness compute_liveness(Graph& graph) {
    return Flow(graph).run();
}

} // namespace jacquard::ir3
