// Keeps values in private memory.
//
// Before: SSA form; the blocks are in an order that no later pass changes by much.
// After: at no point do more components live in registers than the budget allows, counted with the
// copies that collects and phis may need. A value that was chosen is stored once, behind the
// instruction that makes it, and loaded where it is wanted while it is in no register; what costs
// one instruction on constants is computed anew instead. Lanes store and load what is their own, so
// it does not matter which of them are active: whoever reads a value has made it.
//
// A block is walked with the set of what is in registers. Where that gets too large the value with
// the furthest next use leaves it (Belady's rule), and is then in memory everywhere: blocks that
// several others lead to begin without it. Thus a choice in one block changes what another one
// begins with, so the blocks are walked until no value is chosen any more, and once again to write
// loads and stores. A phi in memory is no instruction: the blocks before it store its value.

#include <jacquard/ir3/compiler/spill/private_access.h>
#include <jacquard/ir3/compiler/spill/private_slots.h>
#include <jacquard/ir3/compiler/spill/register_contents.h>
#include <jacquard/ir3/compiler/spill/spill.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

namespace {

class Spilling : RegisterContents {
  public:
    Spilling(Graph& graph, const RegisterBudget& budget)
        : RegisterContents(graph, budget), graph_(graph), exits_(graph.blocks.size()),
          phis_(graph.blocks.size()) {
        for (const Block& block : graph.blocks) {
            std::copy_if(block.nodes.begin(), block.nodes.end(),
                         std::back_inserter(phis_[block.index]),
                         [](const Node* node) { return node->kind == NodeKind::phi; });
        }
    }

    bool run() {
        do {
            has_chosen_ = false;
            walk_blocks();
        } while (has_chosen_ && !has_failed_);
        if (has_failed_) {
            return false;
        }
        std::vector<bool> kept(values_.size(), false);
        for (std::uint32_t i = 0; i < values_.size(); ++i) {
            kept[i] = states_[i].is_out && !values_[i].is_remade;
        }
        const PrivateSlots slots(graph_, kept);
        PrivateAccess access(graph_);
        slots_ = &slots;
        access_ = &access;
        walk_blocks();
        if (slots.count() != 0) {
            access.finish(slots.count());
        }
        return !has_failed_;
    }

    HighestPressure measure() {
        measures_ = true;
        walk_blocks();
        highest_.num_nodes = values_.size();
        return highest_;
    }

  private:
    struct Held {
        std::uint32_t value;
        Node* name;
    };

    [[nodiscard]] bool writes() const { return access_ != nullptr; }

    void walk_blocks() {
        for (Block& block : graph_.blocks) {
            // The preamble leaves nothing in registers, so its pressure adds to nobody's.
            if (!has_failed_ && !(graph_.has_preamble && block.index == 0)) {
                walk(block);
            }
        }
    }

    void walk(Block& block) {
        written_.clear();
        enter(block);
        for (std::size_t i = 0; i < block.nodes.size() && !has_failed_; ++i) {
            Node* node = block.nodes[i];
            position_ = node->index;
            if (node->kind == NodeKind::collect) {
                continue; // comes with its reader
            }
            if (node->kind == NodeKind::phi) {
                if (!states_[node->index].is_out) {
                    write(node);
                }
            } else if (node->kind == NodeKind::split) {
                write(node);
                keep(*node);
            } else {
                visit(node, i);
            }
        }
        position_ = values_.end_of(block);
        if (!has_failed_) {
            leave();
        }
        if (writes()) {
            block.nodes = written_;
            access_->leave_block();
        }
    }

    // Finds the values that are in registers when the block begins.
    void enter(Block& block) {
        begin(block);
        const std::uint32_t number = block_->index + 1;
        const PoolVector<Block*>& before = block_->predecessors;
        if (before.size() == 1 && before[0]->index < block_->index) {
            for (const Held& held : exits_[before[0]->index]) {
                if (states_[held.value].live_in == number) {
                    add(values_[held.value], held.name);
                }
            }
        } else {
            for (const Node* value : liveness_.live_in(block_->index)) {
                add_if_kept(value->index);
            }
        }
        for (const Node* phi : phis_[block_->index]) {
            add_if_kept(phi->index);
        }
        ++step_;
        make_room({}, block_->nodes.empty() ? nullptr : block_->nodes.front());
    }

    void write(Node* node) {
        if (writes()) {
            node->block = block_;
            written_.push_back(node);
        }
    }

    // A value that was just made goes to memory if that is where others look for it.
    void keep(Node& node) {
        if (writes() && slots_->slot_of(node) != PrivateSlots::kNone) {
            access_->store(*block_, slots_->slot_of(node), &node, written_);
        }
    }

    void visit(Node* node, std::size_t place) {
        begin_step();
        for (const Register& source : node->sources()) {
            if (source.is_ssa() && source.definition->kind == NodeKind::collect) {
                for (const Register& part : source.definition->sources()) {
                    want(part, true);
                }
            } else {
                want(source, false);
            }
        }
        take_operands(node);
        if (has_failed_) {
            return;
        }
        if (writes()) {
            rewrite(*node);
        }
        for (const std::uint32_t operand : operands_) {
            if (!is_used_later(values_[operand])) {
                remove(values_[operand]);
            }
        }
        write(node);
        if (node->dst.is_ssa()) {
            define(*node, place);
        }
    }

    void begin_step() {
        operands_.clear();
        copies_ = {};
        ++step_;
    }

    // Whether this step had not wanted the value so far.
    bool note_wanted(const LiveValue& value) {
        State& known = state(value);
        const bool is_new = known.wanted != step_;
        known.wanted = step_;
        if (is_new) {
            operands_.push_back(value.node->index);
        }
        return is_new;
    }

    // A collect has its sources in registers of its own where they are wanted elsewhere, too.
    void want(const Register& source, bool in_place) {
        if (const LiveValue* value = values_.read_by(source)) {
            const bool is_new = note_wanted(*value);
            if (in_place && (!is_new || is_used_later(*value))) {
                copies_.add(value->node->dst.half, 1);
            }
        }
    }

    void take_operands(const Node* reader) {
        for (const std::uint32_t operand : operands_) {
            const LiveValue& value = values_[operand];
            if (!states_[operand].is_here) {
                RegisterCount one;
                one.add(value.node->dst.half, value.size);
                make_room(one, reader);
                add(value, load(value));
            }
        }
        make_room(copies_, reader);
    }

    // A value that is in no register, in one; in the walks before the last, nothing happens.
    Node* load(const LiveValue& value) {
        if (!writes()) {
            return value.node;
        }
        if (!value.is_remade) {
            return access_->load(*block_, slots_->slot_of(*value.node), *value.node, written_);
        }
        return access_->remake(*block_, *value.node, written_);
    }

    void rewrite(Node& node) {
        for (Register& source : node.sources()) {
            if (source.is_ssa() && source.definition->kind == NodeKind::collect) {
                for (Register& part : source.definition->sources()) {
                    rename(part);
                }
                write(source.definition);
            } else {
                rename(source);
            }
        }
    }

    void rename(Register& source) {
        if (const LiveValue* value = values_.read_by(source)) {
            source.definition = state(*value).name;
        }
    }

    // Enters the values that the instruction makes: itself, or the splits that stand behind it.
    void define(Node& node, std::size_t place) {
        ++step_;
        RegisterCount made;
        made.add(node.dst.half, static_cast<std::uint32_t>(std::popcount(node.write_mask)));
        make_room(made, &node);
        if (!values_[node.index].uses.empty()) {
            add(values_[node.index], &node);
            keep(node);
        }
        for (++place;
             place < block_->nodes.size() && block_->nodes[place]->kind == NodeKind::split &&
             block_->nodes[place]->sources()[0].definition == &node;
             ++place) {
            Node* split = block_->nodes[place];
            if (!values_[split->index].uses.empty()) {
                add(values_[split->index], split);
            }
        }
    }

    // Values that phis behind this block are made from stand in registers, or are stored for them.
    void leave() {
        const Block* next = block_->successors[0];
        if (next != nullptr && block_->successors[1] == nullptr && !phis_[next->index].empty()) {
            const auto found =
                std::find(next->predecessors.begin(), next->predecessors.end(), block_);
            make_phis(*next, static_cast<std::size_t>(found - next->predecessors.begin()));
        }
        std::vector<Held>& held = exits_[block_->index];
        held.clear();
        for (const std::uint32_t value : here_) {
            held.push_back({value, states_[value].name});
        }
    }

    void make_phis(const Block& next, std::size_t edge) {
        take_phi_sources(next, edge);
        // The sources of all phis together may need more registers than there are.
        while (has_failed_ && choose_phi(next)) {
            has_failed_ = false;
            take_phi_sources(next, edge);
        }
        if (!writes() || has_failed_) {
            return;
        }
        std::vector<PrivateMove> moves;
        for (Node* phi : phis_[next.index]) {
            Register& source = phi->sources()[edge];
            if (!states_[phi->index].is_out) {
                rename(source);
            } else if (source.is_ssa() && source.definition != phi) {
                add_move(*phi, *values_.read_by(source), moves);
            }
        }
        access_->move(*block_, std::move(moves), written_);
    }

    // The phi with the furthest use goes to memory. False where all are there.
    bool choose_phi(const Block& next) {
        const Node* best = nullptr;
        std::uint64_t best_distance = 0;
        const std::uint32_t begin = values_.begin_of(next);
        for (const Node* phi : phis_[next.index]) {
            const std::uint64_t distance = values_.distance(values_[phi->index], begin) + 1;
            if (!states_[phi->index].is_out && distance > best_distance) {
                best = phi;
                best_distance = distance;
            }
        }
        if (best == nullptr || writes()) {
            return false;
        }
        states_[best->index].is_out = true;
        has_chosen_ = true;
        return true;
    }

    void take_phi_sources(const Block& next, std::size_t edge) {
        begin_step();
        for (const Node* value : liveness_.live_in(next.index)) {
            states_[value->index].lives_on = step_;
        }
        RegisterCount moved;
        for (const Node* phi : phis_[next.index]) {
            const Register& source = phi->sources()[edge];
            if (source.definition == phi) {
                continue;
            }
            if (states_[phi->index].is_out) {
                moved = {};
                moved.add(phi->dst.half, 1);
            } else {
                want_for_phi(source);
            }
        }
        take_operands(nullptr);
        make_room(moved, nullptr);
    }

    void want_for_phi(const Register& source) {
        if (const LiveValue* value = values_.read_by(source)) {
            const bool is_new = note_wanted(*value);
            if (!is_new || state(*value).lives_on == step_) {
                copies_.add(value->node->dst.half, 1);
            }
        }
    }

    void add_move(const Node& phi, const LiveValue& value, std::vector<PrivateMove>& moves) {
        PrivateMove move;
        move.phi = &phi;
        move.to = slots_->slot_of(phi);
        const std::uint32_t from = slots_->slot_of(*value.node);
        if (from == move.to) {
            return;
        }
        if (state(value).is_here) {
            move.value = state(value).name;
        } else if (value.is_remade) {
            move.remade = value.node;
        } else {
            move.from = from;
        }
        moves.push_back(move);
    }

    Graph& graph_;
    std::vector<std::vector<Held>> exits_; // by block: what is in registers at its end
    std::vector<std::vector<Node*>> phis_; // by block
    const PrivateSlots* slots_ = nullptr;  // in the last walk
    PrivateAccess* access_ = nullptr;      // in the last walk
    NodeVector written_{graph_.pool()};
    std::vector<std::uint32_t> operands_;
    RegisterCount copies_; // that the operands need
};

} // namespace

HighestPressure find_highest_pressure(Graph& graph, const MachineFacts& machine) {
    return Spilling(graph, RegisterBudget(machine, 100)).measure();
}

bool spill(Graph& graph, const RegisterBudget& budget) {
    if (!Spilling(graph, budget).run()) {
        return false;
    }
    name_outputs(graph);
    return true;
}

} // namespace jacquard::ir3
