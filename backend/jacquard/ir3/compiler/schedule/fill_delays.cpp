// Fills the delay slots in front of branches with instructions of the blocks that come after.
//
// Before: every block is in its final order; values have no registers yet. Node::depth is known.
// After: where a branch would wait for its predicate in empty slots, arithmetic of the blocks right
// below in the tree of dominators stands there, which then is computed in vain where another way is
// taken. It takes no time that would not be spent, and is missing where it stood. What reads
// registers and constants alone and writes one register comes into question; a copy of a constant
// into the register of a phi does where that register is free on all ways, so that often nothing is
// left of a block that only leads out of a loop.
//
// Other gaps are left as they are: what is brought there from below is live together with what the
// block has still to read, and makes copies of what they share.

#include <jacquard/ir3/compiler/graph/delay.h>
#include <jacquard/ir3/compiler/graph/dominators.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/schedule/passes.h>
#include <jacquard/ir3/compiler/schedule/shared_slots.h>

#include <algorithm>
#include <optional>
#include <span>

namespace jacquard::ir3 {

namespace {

// At most this many instructions of a following block are looked at.
constexpr std::size_t kMostLooked = 48;

class Filling {
  public:
    Filling(Graph& graph, const Liveness& liveness)
        : graph_(graph), constants_change_(writes_constants(graph)), below_(blocks_below(graph)),
          state_(graph.number_nodes(), graph.pool()), ends_(graph.blocks.size(), 0, graph.pool()),
          slots_(graph, liveness) {
        for (const Node* copy : graph.phi_copies) {
            state(copy).is_phi_copy = true;
            if (!is_constant_move(*copy)) {
                state(copy->sources()[0].definition).copy = copy;
            }
        }
    }

    PoolVector<MovedNode> run() {
        for (Block& block : graph_.blocks) {
            std::erase_if(block.nodes,
                          [&block](const Node* node) { return node->block != &block; });
            fill(block);
        }
        return std::move(moved_);
    }

  private:
    struct State {
        std::uint32_t issued = 0; // slot, counted from the beginning on the shortest way
        bool is_placed = false;
        bool is_waited_for = false; // with a flag
        bool is_phi_copy = false;
        const Node* copy = nullptr; // for a phi that becomes this value
    };

    State& state(const Node* node) { return state_[node->index]; }

    // Whether the program itself, not its preamble, writes the constant file.
    static bool writes_constants(const Graph& graph) {
        return std::any_of(graph.blocks.begin() + (graph.has_preamble ? 1 : 0), graph.blocks.end(),
                           [](const Block& block) {
                               return std::any_of(
                                   block.nodes.begin(), block.nodes.end(), [](const Node* node) {
                                       return node->dst.kind == RegisterKind::constant;
                                   });
                           });
    }

    // The slot at which the block begins, on the shortest way.
    std::uint32_t first_slot(const Block& block) const {
        std::optional<std::uint32_t> first;
        for (const Block* from : block.predecessors) {
            if (from->index < block.index) {
                first = std::min(first.value_or(ends_[from->index]), ends_[from->index]);
            }
        }
        return first.value_or(0);
    }

    void fill(Block& block) {
        slot_ = first_slot(block);
        const bool is_preamble = graph_.has_preamble && block.index == 0;
        Node* branch = block.terminator();
        for (Node* node : block.nodes) {
            if (node != branch) {
                slot_ = std::max(slot_, read_sources(*node));
                place(*node);
            }
        }
        if (branch != nullptr) {
            const std::uint32_t earliest = read_sources(*branch);
            if (slot_ < earliest && !is_preamble) {
                block.nodes.pop_back();
                fill_to(block, earliest);
                block.nodes.push_back(branch);
            }
            slot_ = std::max(slot_, earliest);
            place(*branch);
        }
        ends_[block.index] = slot_;
    }

    // Moves to the end of the block what can stand in the slots up to `limit`.
    void fill_to(Block& block, std::uint32_t limit) {
        find_candidates(below_[block.index]);
        while (slot_ < limit && !candidates_.empty()) {
            Node* node = best_candidate(block, limit);
            if (node == nullptr) {
                ++slot_;
                continue;
            }
            moved_.push_back({node, node->block});
            if (slots_.is_shared(*node)) {
                slots_.take(*node, block);
            }
            node->block = &block;
            block.nodes.push_back(node);
            (void)read_sources(*node);
            place(*node);
        }
    }

    // The first slot from which no delay is missing.
    std::uint32_t first_possible(const Node& node) {
        std::uint32_t first = 0;
        for_each_read(node, [&](const Node& producer, std::size_t index) {
            first = std::max(first, first_after(producer, node, index));
        });
        return first;
    }

    // The same, and from now on what the node reads is waited for.
    std::uint32_t read_sources(const Node& node) {
        std::uint32_t first = 0;
        if (node.kind != NodeKind::machine) {
            return first;
        }
        for_each_read(node, [&](const Node& producer, std::size_t index) {
            first = std::max(first, first_after(producer, node, index));
            state(&producer).is_waited_for = true;
        });
        return first;
    }

    std::uint32_t first_after(const Node& producer, const Node& node, std::size_t index) {
        const std::uint32_t issued = state(&producer).issued;
        const Node* writer = writer_of(producer);
        // Whatever the delay is, it is over.
        if (writer == nullptr || issued + 1 + kMaximumDelaySlots <= slot_) {
            return 0;
        }
        return issued + 1 + delay_between(timing_, *writer, node, index).hard;
    }

    // The instruction that writes the value, of a phi one of the copies; null when there is none.
    static const Node* writer_of(const Node& value) {
        if (value.kind == NodeKind::machine) {
            return &value;
        }
        if (value.kind == NodeKind::phi) {
            for (const Register& source : value.sources()) {
                if (source.is_ssa() && source.definition->kind == NodeKind::machine) {
                    return source.definition;
                }
            }
        }
        return nullptr;
    }

    // Calls visit(const Node& producer, index of the source).
    template <typename Visit>
    static void for_each_read(const Node& node, Visit&& visit) {
        for (std::size_t i = 0; i < node.sources().size(); ++i) {
            if (node.sources()[i].definition != nullptr) {
                for_each_producer(node.sources()[i].definition,
                                  [&](const Node& producer) { visit(producer, i); });
            }
        }
        if (node.address != nullptr) {
            visit(*node.address, node.sources().size());
        }
    }

    void place(Node& node) {
        State& placed = state(&node);
        placed.is_placed = true;
        placed.issued = node.kind == NodeKind::phi ? last_written(node) : slot_;
        if (node.kind != NodeKind::machine) {
            return;
        }
        // Most copies become no instruction.
        slot_ += is_whole_copy(node) && node.sources()[0].is_ssa() ? 0 : slots_of(timing_, node);
    }

    // The slot in which a phi counts as written, at the beginning of its block.
    std::uint32_t last_written(const Node& phi) {
        std::uint32_t last = 0;
        for (std::size_t i = 0; i < phi.sources().size(); ++i) {
            const Node* copy = phi.sources()[i].definition;
            const std::uint32_t end = ends_[phi.block->predecessors[i]->index];
            if (copy != nullptr && copy != &phi && state(copy).is_placed) {
                const std::uint32_t before = end - std::min(end, state(copy).issued);
                last = std::max(last, slot_ - std::min(slot_, before));
            }
        }
        return last;
    }

    // The deepest of what can issue now and ends before `limit`.
    Node* best_candidate(const Block& block, std::uint32_t limit) {
        auto best = candidates_.end();
        for (auto at = candidates_.begin(); at != candidates_.end(); ++at) {
            if ((best == candidates_.end() || (*at)->depth > (*best)->depth) &&
                can_issue(**at, block, limit)) {
                best = at;
            }
        }
        if (best == candidates_.end()) {
            return nullptr;
        }
        Node* node = *best;
        candidates_.erase(best);
        return node;
    }

    void find_candidates(std::span<Block* const> below) {
        candidates_.clear();
        for (const Block* from : below) {
            const std::size_t count = std::min(from->nodes.size(), kMostLooked);
            for (Node* node : std::span(from->nodes).first(count)) {
                if (node->block == from && is_movable(*node) &&
                    (!slots_.is_shared(*node) || may_move_copy(*node, *from))) {
                    candidates_.push_back(node);
                }
            }
        }
    }

    // It computes in registers alone, and the same wherever its sources are known.
    bool is_movable(const Node& node) const {
        if (node.kind != NodeKind::machine || !node.dst.is_ssa() || node.has_effect ||
            node.length != 1 || node.address != nullptr || node.sources().empty() ||
            !is_arithmetic(opcode_info(node).category) || reads_varying(node) ||
            (is_whole_copy(node) && node.sources()[0].is_ssa())) {
            return false;
        }
        if (timing_.sync_needed(timing_class(node)) != Sync::none ||
            timing_.write_after_read_guard(timing_class(node)) != Sync::none) {
            return false;
        }
        return std::all_of(node.sources().begin(), node.sources().end(),
                           [this](const Register& read) {
                               return read.is_ssa() || read.kind == RegisterKind::immediate ||
                                      (read.kind == RegisterKind::constant && !constants_change_);
                           });
    }

    // A phi's copy of a constant shares its register with other values, and may move in front of
    // the branch to its block only if none of them needs the register there.
    bool may_move_copy(const Node& node, const Block& from) {
        return state(&node).is_phi_copy && is_constant_move(node) &&
               from.predecessors.size() == 1 && slots_.is_alone_in(node, from);
    }

    bool can_issue(const Node& node, const Block& block, std::uint32_t limit) {
        const auto is_placed = [this](const Node* other) { return state(other).is_placed; };
        for (const Register& source : node.sources()) {
            if (source.definition != nullptr && !is_placed(source.definition)) {
                return false;
            }
        }
        if (!std::all_of(node.dependencies().begin(), node.dependencies().end(), is_placed) ||
            slot_ + slots_of(timing_, node) > limit || first_possible(node) > slot_) {
            return false;
        }
        bool waits = false;
        for_each_read(node, [&](const Node& producer, std::size_t) {
            const bool is_late = (producer.kind == NodeKind::prefetch ||
                                  (producer.kind == NodeKind::machine &&
                                   timing_.sync_needed(timing_class(producer)) != Sync::none)) &&
                                 !state(&producer).is_waited_for;
            waits = waits || is_late;
        });
        // A value that is made in the register of a phi cannot be as long as that is wanted.
        const Node* copy = state(&node).copy;
        return !waits && !(slots_.is_shared(node) && slots_.is_taken(node, block)) &&
               !(copy != nullptr && slots_.is_taken(*copy, block));
    }

    Graph& graph_;
    const Timing& timing_ = timing_of(graph_.revision);
    bool constants_change_;
    GroupedLists<Block*> below_; // by block: those it dominates and no other in between
    PoolVector<State> state_;
    PoolVector<std::uint32_t> ends_; // by block: the slot behind it
    SharedSlots slots_;
    NodeVector candidates_{graph_.pool()};
    std::uint32_t slot_ = 0;
    PoolVector<MovedNode> moved_{graph_.pool()};
};

} // namespace

PoolVector<MovedNode> fill_delays(Graph& graph, const Liveness& liveness) {
    return graph.has_branches() ? Filling(graph, liveness).run()
                                : PoolVector<MovedNode>(graph.pool());
}

} // namespace jacquard::ir3
