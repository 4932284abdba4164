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

#include <jacquard/ir3/compiler/delay.h>
#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/compiler/passes.h>
#include <jacquard/ir3/compiler/pending.h>
#include <jacquard/ir3/isa/operand.h>
#include <jacquard/ir3/roles.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <vector>

namespace jacquard::ir3 {

namespace {

constexpr unsigned kMaxNopRepeat = 5;
constexpr unsigned kMaxNopCount = 3;
// The slot at which a block begins, as if everything before the program had long arrived.
constexpr std::uint32_t kFirstSlot = 64;

// What is outstanding at the beginning of a block.
struct Entry {
    PendingList registers;
    WrittenConstants constants;
    Sync after = Sync::none;
    Sync varyings = Sync::none; // what reads of them are waited for with
    bool changed = true;
};

class Legaliser {
  public:
    Legaliser(Graph& graph, const MachineFacts& machine)
        : graph_(graph), machine_(machine), timing_(timing_of(graph.revision)),
          half_file_(machine.merged_registers ? 0 : kHalfFile),
          pending_(num_half_registers(machine)) {}

    void run() {
        std::vector<std::vector<Node*>> nodes;
        nodes.reserve(graph_.blocks.size());
        for (Block& block : graph_.blocks) {
            nodes.push_back(std::move(block.nodes));
        }
        entries_.resize(graph_.blocks.size());
        // What the stage before left outstanding.
        if (follows_stage()) {
            entries_[graph_.blocks.front().index].after = Sync::both;
            entries_[graph_.entry().index].after = Sync::both;
        }
        for (bool again = true; again;) {
            again = false;
            for (Block& block : graph_.blocks) {
                Entry& entry = entries_[block.index];
                if (entry.changed) {
                    entry.changed = false;
                    enter(entry);
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

    void enter(const Entry& entry) {
        slot_ = kFirstSlot;
        varyings_ = entry.varyings;
        predicate_written_ = {};
        address_written_ = 0;
        after_ = entry.after;
        constants_ = entry.constants;
        pending_.set(entry.registers);
    }

    // Hands what is outstanding on; true when a block before this one or itself must be done over.
    bool leave(const Block& block) {
        bool again = false;
        pending_.forget_out_of_reach(slot_);
        for (const Block* next : block.successors) {
            if (next == nullptr) {
                continue;
            }
            Entry& entry = entries_[next->index];
            bool more = entry.after != (entry.after | after_) ||
                        entry.varyings != (entry.varyings | varyings_);
            entry.after = entry.after | after_;
            entry.varyings = entry.varyings | varyings_;
            more = entry.constants.join(constants_) || more;
            more = pending_.join_to(entry.registers, slot_, kFirstSlot) || more;
            if (more) {
                entry.changed = true;
                again = again || next->index <= block.index;
            }
        }
        leave_to_waiting_lanes(block);
        return again;
    }

    // The wave may go on with lanes that wait at a later place; shared registers are theirs as
    // well.
    void leave_to_waiting_lanes(const Block& block) {
        const std::size_t first = registers(kSharedRegisterFirst, 0, false).first;
        if (!pending_.has_any(first)) {
            return;
        }
        for (const Block& later : graph_.blocks) {
            if (later.index <= block.index || !later.joins) {
                continue;
            }
            Entry& entry = entries_[later.index];
            entry.changed =
                pending_.join_to(entry.registers, slot_, kFirstSlot, first) || entry.changed;
        }
    }

    void fill(Block& block, const std::vector<Node*>& nodes) {
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
        for (Node* node : nodes) {
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
                block.nodes.front()->jump_target = true;
                joins = false;
            }
        }
    }

    struct Range {
        std::size_t first = 0; // half registers
        std::size_t count = 0;
        bool half = false;
    };

    // Where the file of half registers begins that has its own.
    static constexpr std::size_t kHalfFile = 512;

    // Those that registers() and what begins in the last of them can name.
    static std::size_t num_half_registers(const MachineFacts& machine) {
        const unsigned most = std::max({machine.full_registers * 4U, machine.half_registers * 4U,
                                        unsigned{kSharedRegisterEnd}});
        const std::size_t end = machine.merged_registers ? std::size_t{most} * 2 : kHalfFile + most;
        return end + std::size_t{kMaxVectorLength} * 2;
    }

    [[nodiscard]] Range registers(std::size_t number, std::size_t count, bool half) const {
        return half ? Range{half_file_ + number, count, true} : Range{number * 2, count * 2, false};
    }

    [[nodiscard]] Range source_range(const Node& node, const Register& source) const {
        if (source.kind == RegisterKind::ssa) {
            const std::size_t count = source.repeat ? 1U + node.repeat : source.definition->length;
            return registers(source.definition->dst.number, count, source.half);
        }
        if (source.kind == RegisterKind::array) {
            return array_range(source);
        }
        return source.kind == RegisterKind::shared ? registers(source.number, 1, source.half)
                                                   : Range{};
    }

    [[nodiscard]] Range array_range(const Register& access) const {
        const RegisterArray& array = graph_.arrays[access.number];
        const auto element = static_cast<std::size_t>(access.value);
        if (array.number == kUnassigned) {
            return {};
        }
        if (access.relative || element >= array.length) {
            return registers(array.number, array.length, array.half);
        }
        return registers(array.number + element, 1, array.half);
    }

    static bool writes_registers(const Node& node) {
        return (node.dst.kind == RegisterKind::ssa || node.dst.kind == RegisterKind::shared) &&
               node.dst.number < kNoRegister;
    }

    // Calls visit(Range, slots after the first in which it is written).
    template <typename Visit>
    void for_each_written(const Node& node, Visit&& visit) const {
        if (node.dst.kind == RegisterKind::array) {
            visit(array_range(node.dst), node.repeat);
        }
        if (!writes_registers(node)) {
            return;
        }
        const auto component = [&node, this](unsigned k) {
            return registers(std::size_t{node.dst.number} + k, 1, node.dst.half);
        };
        if (node.write_mask == 1 && node.repeat == 0) {
            visit(component(0), 0U);
            return;
        }
        for (std::uint32_t mask = node.write_mask & ((1U << node.length) - 1); mask != 0;
             mask &= mask - 1) {
            visit(component(static_cast<unsigned>(std::countr_zero(mask))), 0U);
        }
        for (std::uint32_t k = 1; k <= node.repeat; ++k) {
            visit(component(k), k);
        }
    }

    void need(std::uint32_t first_slot) { earliest_ = std::max(earliest_, first_slot); }

    void add(Block& block, Node* node) {
        const TimingClass timing = timing_class(*node);
        earliest_ = slot_;
        Sync sync = timing_.of(timing).requires_flags | after_;
        for (std::size_t i = 0; i < node->sources.size(); ++i) {
            sync = sync | read_source(*node, i, timing);
        }
        if (node->address != nullptr) {
            need(address_written_ + 1 + timing_.address_slots);
        }
        for_each_written(*node, [&](const Range& range, std::uint32_t) {
            for (std::size_t k = 0; k < range.count; ++k) {
                const Pending& pending = pending_[range.first + k];
                if (pending.has_flags()) {
                    sync = sync | pending.result;
                    guard(pending, sync);
                }
            }
        });
        if (node->is_machine(role::kEnd) && follows_stage()) {
            sync = Sync::both;
        }
        if (node->end_input) {
            sync = sync | varyings_;
        }
        insert_waits(block, *node, sync);
        add_first_of_pair(block, *node);
        block.nodes.push_back(node);
        take(sync);
        record(*node);
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
        slot_ += slots_of(*first);
    }

    // Any one of the flags will do; one that is needed anyway is enough.
    static void guard(const Pending& pending, Sync& sync) {
        if (pending.reads == Sync::none ||
            (static_cast<unsigned>(pending.reads) & static_cast<unsigned>(sync)) != 0) {
            return;
        }
        sync = sync | Sync::ss;
    }

    Sync read_source(const Node& node, std::size_t i, TimingClass reader) {
        const Register& source = node.sources[i];
        switch (source.kind) {
        case RegisterKind::none:
        case RegisterKind::immediate:
        case RegisterKind::address: return Sync::none;
        case RegisterKind::constant:
        case RegisterKind::relative_constant: {
            const bool relative = source.kind == RegisterKind::relative_constant;
            return constants_.may_hold(source.number, relative) ? Sync::ss : Sync::none;
        }
        case RegisterKind::predicate:
            need(predicate_written_[source.definition->dst.number] + 1 + timing_.predicate_slots);
            return Sync::none;
        case RegisterKind::ssa:
        case RegisterKind::shared:
        case RegisterKind::array: break;
        }
        const Range range = source_range(node, source);
        Sync sync = Sync::none;
        for (std::size_t k = 0; k < range.count; ++k) {
            const Pending& pending = pending_[range.first + k];
            // Both halves of a register have mostly been written at once.
            if (!pending.delays_reads(slot_) ||
                (k != 0 && pending == pending_[range.first + k - 1])) {
                continue;
            }
            sync = sync | pending.result;
            const unsigned delay = pending.delay_before(timing_, reader, i == 2, range.half);
            // Element k of a repeated source is read k slots later.
            const auto later =
                static_cast<std::uint32_t>(source.repeat ? k / (range.half ? 1 : 2) : 0);
            if (delay != 0) {
                need(pending.written + 1 + delay - later);
            }
        }
        return sync;
    }

    void insert_waits(Block& block, Node& node, Sync sync) {
        std::uint32_t missing = earliest_ > slot_ ? earliest_ - slot_ : 0;
        const bool needs_short = contains(sync, Sync::ss);
        const bool needs_nop = needs_short && !has_sync_short(node);
        if (missing != 0 && !needs_nop && fill_previous(block, missing)) {
            missing = 0;
        }
        while (missing != 0 || (needs_nop && !nop_took_short_)) {
            const std::uint32_t count = std::clamp(missing, 1U, kMaxNopRepeat + 1);
            Node* nop = graph_.make_machine(role::kFill, 0);
            nop->block = &block;
            nop->repeat = static_cast<std::uint8_t>(count - 1);
            if (needs_nop && !nop_took_short_) {
                nop->sync_short = true;
                nop_took_short_ = true;
            }
            block.nodes.push_back(nop);
            slot_ += count;
            missing -= std::min(missing, count);
        }
        nop_took_short_ = false;
        node.sync_short = needs_short && !needs_nop;
        node.sync_long = contains(sync, Sync::sy);
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
        slot_ += missing;
        return true;
    }

    // The flags wait for everything of their class.
    void take(Sync sync) {
        if (sync == Sync::none) {
            return;
        }
        if (contains(sync, Sync::ss)) {
            constants_ = {};
        }
        varyings_ = without(varyings_, sync);
        pending_.take(sync);
    }

    // Done by a unit of its own, in slots that may not be counted on.
    [[nodiscard]] bool is_scalar(const Node& node) const {
        return machine_.scalar_alu && node.dst.kind == RegisterKind::shared &&
               std::none_of(node.sources.begin(), node.sources.end(),
                            [](const Register& source) { return source.is_ssa(); }) &&
               !node.sources.empty();
    }

    void record(const Node& node) {
        const TimingClass timing = timing_class(node);
        const std::uint32_t written = slot_;
        slot_ += is_scalar(node) ? 0 : slots_of(node);
        after_ = timing_.of(timing).after;
        if (loads_varying(node)) {
            varyings_ = varyings_ | timing_.sync_needed(timing);
        }
        const Sync guard_flags = timing_.write_after_read_guard(timing);
        if (guard_flags != Sync::none) {
            for (const Register& source : node.sources) {
                const Range range = source_range(node, source);
                for (std::size_t k = 0; k < range.count; ++k) {
                    const bool is_strict = pending_[range.first + k].reads == Sync::ss;
                    pending_.set_reads(range.first + k, is_strict ? Sync::ss : guard_flags);
                }
            }
        }
        if (node.dst.kind == RegisterKind::address) {
            address_written_ = written;
        } else if (node.dst.kind == RegisterKind::predicate) {
            predicate_written_[node.dst.number] = written;
        } else if (node.dst.kind == RegisterKind::constant) {
            const std::uint32_t first = node.dst.number;
            (void)constants_.join({first, first + num_constants_written(node)});
        }
        Pending pending;
        pending.result = timing_.sync_needed(timing, node.dst.kind == RegisterKind::shared);
        const bool takes_slots = pending.result == Sync::none;
        if (takes_slots) {
            pending.writers = 1U << static_cast<unsigned>(timing);
            pending.full = !node.dst.half;
            pending.half = node.dst.half;
        }
        for_each_written(node, [&](const Range& range, std::uint32_t later) {
            pending.written = takes_slots ? written + later : 0;
            pending_.set(range.first, range.count, pending);
        });
    }

    // The instructions around the preamble; waves and lanes that skip it go to the entry.
    void add_flow(Block& block, Opcode opcode) {
        Node* node = graph_.make_machine(opcode, 0);
        node->block = &block;
        node->target = opcode == role::kEndPreamble ? nullptr : &graph_.entry();
        add(block, node);
    }

    // Results of lookups before the program arrive like those of texture instructions. When nothing
    // reads a varying the storage is released by a read that goes nowhere.
    void expect_prefetches(Block& block, const std::vector<Node*>& nodes) {
        if (graph_.prefetches.empty()) {
            return;
        }
        Node* pair = nullptr;
        bool reads = false;
        for (const Node* node : nodes) {
            reads = reads || reads_varying(*node);
            if (node->kind == NodeKind::prefetch) {
                pair = node->sources[0].definition;
                for_each_written(*node, [this, node](const Range& range, std::uint32_t) {
                    for (std::size_t k = 0; k < range.count; ++k) {
                        pending_.set_result(range.first + k,
                                            timing_.sync_needed(timing_class(*node)));
                    }
                });
            }
        }
        if (pair == nullptr || reads) {
            return;
        }
        Node* release = graph_.make_machine(role::kInterpolate, 2);
        release->block = &block;
        release->sources[0] = immediate_source(0);
        release->sources[1] = ssa_source(pair);
        release->dst.kind = RegisterKind::ssa;
        release->dst.number = kNoRegister;
        release->end_input = true;
        add(block, release);
    }

    Graph& graph_;
    const MachineFacts& machine_;
    const Timing& timing_;
    const std::size_t half_file_; // where half registers are counted from
    PendingRegisters pending_;    // by half register
    std::array<std::uint32_t, 4> predicate_written_{};
    std::uint32_t address_written_ = 0;
    std::vector<Entry> entries_; // by block
    std::uint32_t slot_ = kFirstSlot;
    std::uint32_t earliest_ = 0;
    Sync after_ = Sync::none;
    WrittenConstants constants_;
    Sync varyings_ = Sync::none; // what to wait for before their storage is given back
    bool nop_took_short_ = false;
};

} // namespace

void legalise(Graph& graph, const MachineFacts& machine) {
    Legaliser(graph, machine).run();
}

} // namespace jacquard::ir3
