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
    explicit Flow(Graph& graph)
        : graph_(graph), live_{{}, {}, MemoryCharge(graph.arena().budget())} {
        entered_.assign(graph.blocks.size(), nullptr);
        left_.assign(graph.blocks.size(), nullptr);
    }

    Liveness run() {
        collect_uses();
        for (std::uint32_t at : first_uses_) {
            for (; at != kNoUse; at = uses_[at].next) {
                follow(uses_[at]);
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
        first_uses_.assign(graph_.num_serials(), kNoUse);
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                if (node->kind == NodeKind::phi) {
                    for (std::size_t i = 0; i < node->sources.size(); ++i) {
                        if (node->sources[i].definition != nullptr) {
                            add_use(node->sources[i].definition, *block.predecessors[i], true);
                        }
                    }
                    continue;
                }
                for_each_ssa_source(*node, [&](Node* value) {
                    if (value->block != &block) {
                        add_use(value, block, false);
                    }
                });
            }
        }
    }

    void add_use(Node* value, const Block& block, bool at_end) {
        std::uint32_t& first = first_uses_[value->serial];
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
    std::vector<std::uint32_t> first_uses_; // by serial number: all of a value follow each other
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
