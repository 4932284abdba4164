// Makes the order of instructions correct for the hardware.
//
// Before: registers are assigned; instructions stand in their order without nops or sync flags.
// After: enough issue slots lie between every write and read, as nops or as (nopN) of the
// instruction before; every instruction that needs a result of the slower units, or overwrites what
// they still read, carries (ss) or (sy), or a nop in front of it where it has no such bit. Meta
// instructions are gone.
//
// What is outstanding at the beginning of a block is what is outstanding at the end of any block
// before it. Blocks are done over until that is known; it only ever grows.

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/pipelines/legalise.h>
#include <jacquard/ir3/compiler/finish/outstanding.h>
#include <jacquard/ir3/compiler/graph/delay.h>
#include <jacquard/ir3/compiler/graph/node_walk.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/isa/instruction/operand.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

constexpr unsigned kMaxNopCount = (1U << kNopCountBits) - 1;

struct Entry : OutstandingAtEntry {
    bool changed = true; // since the block was done
};

class Legaliser {
  public:
    Legaliser(Graph& graph, const MachineFacts& machine)
        : graph_(graph), machine_(machine), outstanding_(graph, machine) {}

    void run() {
        PoolVector<NodeVector> nodes(graph_.pool());
        nodes.reserve(graph_.blocks.size());
        for (Block& block : graph_.blocks) {
            nodes.push_back(std::move(block.nodes));
        }
        entries_.resize(graph_.blocks.size());
        // The stage before may still have results in flight when this one begins. All waves pass
        // the first instruction, those that skip the preamble as well.
        if (follows_stage()) {
            entries_[graph_.blocks.front().index].after = Sync::both;
        }
        for (bool again = true; again;) {
            again = false;
            for (Block& block : graph_.blocks) {
                Entry& entry = entries_[block.index];
                if (entry.changed) {
                    entry.changed = false;
                    outstanding_.enter(entry);
                    fill(block, nodes[block.index]);
                    again = leave(block) || again;
                }
            }
        }
        mark_joins();
    }

  private:
    // Programs that go on where those of the stage before have ended.
    [[nodiscard]] bool follows_stage() const {
        return graph_.stage == ShaderStage::tess_control || graph_.stage == ShaderStage::geometry;
    }

    // Hands what is outstanding on; true when a block before this one or itself must be done over.
    bool leave(const Block& block) {
        bool again = false;
        outstanding_.leave();
        for (const Block* next : block.successors) {
            if (next != nullptr && outstanding_.join_to(entries_[next->index])) {
                entries_[next->index].changed = true;
                again = again || next->index <= block.index;
            }
        }
        leave_to_waiting_lanes(block);
        return again;
    }

    // The wave may go on with lanes that wait at a later place; shared registers are theirs as
    // well.
    void leave_to_waiting_lanes(const Block& block) {
        if (!outstanding_.has_shared()) {
            return;
        }
        for (const Block& later : graph_.blocks) {
            if (later.index <= block.index || !later.joins) {
                continue;
            }
            Entry& entry = entries_[later.index];
            entry.changed = outstanding_.join_shared_to(entry) || entry.changed;
        }
    }

    void fill(Block& block, const NodeVector& nodes) {
        block.nodes.clear();
        block.nodes.reserve(nodes.size() * 2);
        const bool is_preamble = graph_.has_preamble && block.index == 0;
        if (is_preamble) {
            add_flow(block, role::kBeginPreamble);
            add_flow(block, role::kElect);
            graph_.entry().joins = true;
        }
        if (&block == &graph_.entry()) {
            expect_prefetches(block, nodes);
        }
        for (Node* node : in_order(nodes)) {
            if (node->kind == NodeKind::machine) {
                node->nop_count = 0;
                if (node->is_machine(role::kEnd) && graph_.feeds != NextStage::rasteriser) {
                    hand_over(block, *node);
                } else {
                    add(block, node);
                }
            }
        }
        if (is_preamble) {
            add_flow(block, role::kEndPreamble);
        }
    }

    // The next stage goes on on the same lanes, with what is in the first registers.
    void hand_over(Block& block, const Node& end) {
        Node* mask = graph_.clone(end);
        graph_.set_opcode(*mask, role::kHandOver);
        mask->block = &block;
        add(block, mask);
        add_flow(block, role::kGoOn);
    }

    void mark_joins() {
        bool joins = false;
        for (Block& block : graph_.blocks) {
            joins = joins || block.joins;
            if (joins && !block.nodes.empty()) {
                keep_mark_from_end(block);
                block.nodes.front()->jump_target = true;
                joins = false;
            }
        }
    }

    // The `end` of some machines cannot be a jump target, so an instruction before it bears the
    // mark.
    void keep_mark_from_end(Block& block) {
        if (!machine_.end_as_jump_target && block.nodes.front()->is_machine(role::kEnd)) {
            Node* nop = graph_.make_machine(role::kFill, 0);
            nop->block = &block;
            block.nodes.insert(block.nodes.begin(), nop);
        }
    }

    void add(Block& block, Node* node) {
        const Outstanding::Needs needs = outstanding_.needs_of(*node);
        insert_waits(block, *node, needs);
        add_first_of_pair(block, *node);
        block.nodes.push_back(node);
        outstanding_.take(needs.sync);
        outstanding_.issue(*node);
        if (node->is_machine(role::kCopySharedConstants) && !machine_.copies_shared_words_once) {
            copy_over(block, *node);
        }
    }

    // Machines without `copies_shared_words_once` may miss a copy of shared constants, so a second
    // one follows when the first has arrived.
    void copy_over(Block& block, const Node& copy) {
        Node* wait = graph_.make_machine(role::kFill, 0);
        wait->block = &block;
        wait->sync_short = true;
        outstanding_.take(Sync::ss);
        outstanding_.pass(1);
        Node* second = graph_.clone(copy);
        second->block = &block;
        second->sync_short = false;
        second->sync_long = false;
        block.nodes.push_back(wait);
        block.nodes.push_back(second);
        outstanding_.issue(*second);
    }

    // A fine derivative takes two instructions, of which the first waits for what both read.
    void add_first_of_pair(Block& block, Node& second) {
        if (!is_machine_with(second, property_fine)) {
            return;
        }
        Node* first = graph_.clone(second);
        first->block = &block;
        first->texture.projected = false;
        second.sync_short = false;
        second.sync_long = false;
        second.jump_target = false;
        block.nodes.push_back(first);
        outstanding_.pass(slots_of(timing_of(graph_.revision), *first));
    }

    void insert_waits(Block& block, Node& node, const Outstanding::Needs& needs) {
        std::uint32_t missing = needs.slot - outstanding_.slot();
        const bool needs_short = contains(needs.sync, Sync::ss);
        const bool needs_nop = needs_short && !has_sync_short(node);
        if (missing != 0 && !needs_nop && fill_previous(block, missing)) {
            missing = 0;
        }
        while (missing != 0 || (needs_nop && !nop_took_short_)) {
            const std::uint32_t count = std::clamp(missing, 1U, machine_.nop_repeats + 1U);
            Node* nop = graph_.make_machine(role::kFill, 0);
            nop->block = &block;
            nop->repeat = static_cast<std::uint8_t>(count - 1);
            if (needs_nop && !nop_took_short_) {
                nop->sync_short = true;
                nop_took_short_ = true;
            }
            block.nodes.push_back(nop);
            outstanding_.pass(count);
            missing -= std::min(missing, count);
        }
        nop_took_short_ = false;
        node.sync_short = needs_short && !needs_nop;
        node.sync_long = contains(needs.sync, Sync::sy);
    }

    bool fill_previous(Block& block, std::uint32_t missing) {
        if (block.nodes.empty() || missing > kMaxNopCount || !machine_.alu_nop_count) {
            return false;
        }
        Node& previous = *block.nodes.back();
        if (!has_nop_count(previous) || previous.repeat != 0 || previous.nop_count != 0) {
            return false;
        }
        previous.nop_count = static_cast<std::uint8_t>(missing);
        outstanding_.pass(missing);
        return true;
    }

    // The instructions around the preamble; waves and lanes that skip it go to the entry.
    void add_flow(Block& block, Opcode opcode) {
        Node* node = graph_.make_machine(opcode, 0);
        node->block = &block;
        node->target = opcode == role::kEndPreamble ? kNoBlock : graph_.entry().index;
        add(block, node);
    }

    // Results of lookups before the program arrive like those of texture instructions. When nothing
    // reads a varying the storage is released by a read that goes nowhere.
    void expect_prefetches(Block& block, const NodeVector& nodes) {
        if (graph_.prefetches.empty()) {
            return;
        }
        Node* pair = nullptr;
        bool reads = false;
        for (const Node* node : nodes) {
            reads = reads || reads_varying(*node);
            if (node->kind == NodeKind::prefetch) {
                pair = node->sources()[0].definition;
                outstanding_.expect(*node);
            }
        }
        if (pair == nullptr || reads) {
            return;
        }
        Node* release = graph_.make_machine(role::kInterpolate, 2);
        release->block = &block;
        release->sources()[0] = immediate_source(0);
        release->sources()[1] = ssa_source(pair);
        release->dst.kind = RegisterKind::ssa;
        release->dst.number = kNoRegister;
        release->end_input = true;
        add(block, release);
    }

    Graph& graph_;
    const MachineFacts& machine_;
    Outstanding outstanding_;
    PoolVector<Entry> entries_{graph_.pool()}; // by block
    bool nop_took_short_ = false;
};

} // namespace

void legalise(Graph& graph, const MachineFacts& machine) {
    Legaliser(graph, machine).run();
}

} // namespace jacquard::ir3
