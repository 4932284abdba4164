// Decides which values stand next to each other in registers.
//
// Before: collects and vectors with their splits say which values must be consecutive; a value may
// be wanted in several places.
// After: every value has at most one place: Graph::groups lists runs of consecutive registers, and
// Node::group, group_slot, left and right say where a node stands. Where wishes collide, a mov was
// put in front of the collect. Two values share a slot when every reader of the first comes before
// the second is made; Node::dependencies keep it so. No later pass adds or removes instructions
// other than nops, so that assignment cannot fail for the want of a mov.

#include <jacquard/ir3/opcode_facts.h>
#include <jacquard/ir3/passes.h>

#include <algorithm>
#include <vector>

namespace jacquard::ir3 {

namespace {

constexpr std::size_t kMaxGroupLength = 64;

class Grouping {
  public:
    explicit Grouping(Graph& graph) : graph_(graph) {}

    void run() {
        const std::uint32_t count = graph_.number_nodes();
        state_.assign(count, {});
        find_readers();
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (node->kind != NodeKind::collect && node->length > 1) {
                    add_vector(node);
                }
                if (node->kind == NodeKind::split) {
                    add_split(node);
                }
            }
        }
        for (Block& block : graph_.blocks) {
            std::vector<Node*> nodes;
            nodes.reserve(block.nodes.size() + 8);
            for (Node* node : block.nodes) {
                if (node->kind == NodeKind::collect) {
                    place_collect(block, *node, nodes);
                }
                nodes.push_back(node);
            }
            block.nodes = std::move(nodes);
        }
        publish();
        remove_unread_copies();
    }

  private:
    // Values by the dense index of their node, which for nodes made here continues behind it.
    struct State {
        std::uint32_t group = kNoGroup;
        std::uint32_t slot = 0;      // of a vector: that of its first component
        std::uint32_t key = 0;       // position in program order
        std::uint32_t last_read = 0; // key of the last reader, through collects too
        std::vector<Node*> readers;
    };
    // The values of a slot in program order. Without any it is free.
    struct Slot {
        std::vector<Node*> values;
        bool reserved = false; // written by a vector though nobody reads it
        [[nodiscard]] bool is_free() const { return values.empty() && !reserved; }
    };
    struct Group {
        std::vector<Slot> slots;
        std::vector<Node*> members; // the values, and the vectors and collects that lie over them
        bool half = false;
    };
    struct Alignment {
        std::uint32_t group = kNoGroup;
        std::int64_t base = 0; // slot of the collect's first component
        unsigned copies = ~0U;
    };

    State& state(const Node* node) { return state_[node->index]; }

    void find_readers() {
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                state(node).key = node->index;
            }
        }
        // Backwards, so that what reads a collect is known before what the collect reads.
        for (auto block = graph_.blocks.rbegin(); block != graph_.blocks.rend(); ++block) {
            for (auto at = block->nodes.rbegin(); at != block->nodes.rend(); ++at) {
                Node* node = *at;
                for_each_ssa_source(*node, [&](Node* source) {
                    State& read = state(source);
                    read.readers.push_back(node);
                    read.last_read = std::max(read.last_read, node->index);
                    if (node->kind == NodeKind::collect || node->kind == NodeKind::split) {
                        read.last_read = std::max(read.last_read, state(node).last_read);
                    }
                    if (node->block != source->block || node->kind == NodeKind::phi) {
                        read.last_read = ~0U;
                    }
                });
            }
        }
    }

    std::uint32_t new_group(std::size_t length, bool half) {
        groups_.push_back({std::vector<Slot>(length), {}, half});
        return static_cast<std::uint32_t>(groups_.size() - 1);
    }

    void enter(Node* node, std::uint32_t group, std::uint32_t slot) {
        groups_[group].members.push_back(node);
        state(node).group = group;
        state(node).slot = slot;
    }

    void put(Node* value, std::uint32_t group, std::uint32_t slot) {
        groups_[group].slots[slot].values.push_back(value);
        enter(value, group, slot);
    }

    void add_vector(Node* node) {
        const std::uint32_t group = new_group(node->length, node->dst.half);
        for (unsigned i = 0; i < node->length; ++i) {
            groups_[group].slots[i].reserved = (node->write_mask >> i & 1U) != 0;
        }
        enter(node, group, 0);
    }

    void add_split(Node* node) {
        const Node* vector = node->sources[0].definition;
        const State& whole = state(vector);
        if (vector->kind == NodeKind::collect || whole.group == kNoGroup) {
            return;
        }
        Slot& slot = groups_[whole.group].slots[whole.slot + node->offset];
        slot.reserved = false;
        // A vector that is read as a whole keeps its components as long.
        state(node).last_read = std::max(state(node).last_read, whole_read(vector));
        put(node, whole.group, whole.slot + node->offset);
    }

    // Key of the last reader of a vector that is not a split.
    std::uint32_t whole_read(const Node* vector) {
        std::uint32_t last = 0;
        for (const Node* reader : state(vector).readers) {
            if (reader->kind != NodeKind::split) {
                last = std::max(last, reader->index);
            }
        }
        return last;
    }

    void ensure_group(Node* value) {
        if (state(value).group == kNoGroup) {
            put(value, new_group(1, value->dst.half), 0);
        }
    }

    // A value that a mov of a constant makes is made anew for each collect: it costs the same as a
    // copy and stands wherever it is wanted.
    Node* new_copy(Block& block, const Node& collect, const Register& source,
                   std::vector<Node*>& nodes) {
        Node* copy = nullptr;
        if (source.is_ssa() && is_constant_move(*source.definition)) {
            copy = graph_.clone(*source.definition);
        } else {
            copy = make_copy(graph_, source);
        }
        copy->block = &block;
        copy->index = static_cast<std::uint32_t>(state_.size());
        State made;
        made.key = collect.index;
        made.last_read = std::max(collect.index, state_[collect.index].last_read);
        if (source.is_ssa() && !is_constant_move(*source.definition)) {
            State& read = state(source.definition);
            read.readers.push_back(copy);
            read.last_read = std::max(read.last_read, collect.index);
        }
        state_.push_back(std::move(made));
        nodes.push_back(copy);
        return copy;
    }

    static bool is_constant_move(const Node& node) {
        return is_machine_with(node, property_copy) && node.address == nullptr &&
               (node.sources[0].kind == RegisterKind::immediate ||
                node.sources[0].kind == RegisterKind::constant);
    }

    void place_collect(Block& block, Node& collect, std::vector<Node*>& nodes) {
        for (Register& source : collect.sources) {
            if (source.is_ssa() && is_constant_move(*source.definition)) {
                Node* copy = new_copy(block, collect, source, nodes);
                source.definition = copy;
                state(copy).readers.push_back(&collect);
            }
            if (source.is_ssa()) {
                ensure_group(source.definition);
            }
        }
        Alignment best;
        for (std::size_t i = 0; i < collect.sources.size(); ++i) {
            if (!collect.sources[i].is_ssa()) {
                continue;
            }
            const State& value = state(collect.sources[i].definition);
            Alignment candidate{value.group, static_cast<std::int64_t>(value.slot) -
                                                 static_cast<std::int64_t>(i)};
            candidate.copies = count_copies(collect, candidate, best.copies);
            if (candidate.copies < best.copies) {
                best = candidate;
            }
            if (best.copies == 0) {
                break;
            }
        }
        if (best.copies >= num_values(collect)) {
            best.group = new_group(collect.sources.size(), collect.dst.half);
            best.base = 0;
        }
        apply(block, collect, best, nodes);
    }

    static unsigned num_values(const Node& collect) {
        unsigned count = 0;
        for (const Register& source : collect.sources) {
            count += source.is_ssa() ? 1 : 0;
        }
        return count;
    }

    // What becomes of one component under an alignment.
    enum class Fit : std::uint8_t { in_place, join, share, copy, impossible };

    Slot* slot_at(std::uint32_t group, std::int64_t slot) {
        std::vector<Slot>& slots = groups_[group].slots;
        if (slot < 0 || slot >= static_cast<std::int64_t>(slots.size())) {
            return nullptr;
        }
        return &slots[static_cast<std::size_t>(slot)];
    }

    // A value made at `key` may follow the values of the slot.
    bool may_follow(const Slot& slot, std::uint32_t key, const Node* maker) {
        if (slot.reserved) {
            return false;
        }
        return std::all_of(slot.values.begin(), slot.values.end(), [&](const Node* value) {
            if (maker != nullptr && value->block != maker->block) {
                return false;
            }
            const State& earlier = state(value);
            return earlier.last_read < key ||
                   (earlier.last_read == key && maker != nullptr && maker->index == key);
        });
    }

    Fit fit(const Node& collect, std::size_t i, const Alignment& alignment) {
        Node* value = collect.sources[i].definition;
        const std::int64_t wanted = alignment.base + static_cast<std::int64_t>(i);
        const State& value_state = state(value);
        if (value_state.group == alignment.group && value_state.slot == wanted) {
            return Fit::in_place;
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (collect.sources[j].definition == value) {
                return copy_fit(collect, alignment, wanted);
            }
        }
        const Slot* slot = slot_at(alignment.group, wanted);
        if (slot == nullptr || slot->is_free()) {
            return can_join(collect, i, alignment) ? Fit::join : Fit::copy;
        }
        const bool alone = groups_[value_state.group].slots.size() == 1 && value->length == 1 &&
                           value->kind == NodeKind::machine &&
                           groups_[value_state.group].slots[0].values.size() == 1;
        if (alone && value_state.group != alignment.group &&
            groups_[value_state.group].half == groups_[alignment.group].half &&
            may_follow(*slot, value_state.key, value)) {
            return Fit::share;
        }
        return copy_fit(collect, alignment, wanted);
    }

    Fit copy_fit(const Node& collect, const Alignment& alignment, std::int64_t wanted) {
        const Slot* slot = slot_at(alignment.group, wanted);
        if (slot == nullptr || slot->is_free() || may_follow(*slot, collect.index, nullptr)) {
            return Fit::copy;
        }
        return Fit::impossible;
    }

    // The whole group of component `i` can be laid over the aligned one.
    bool can_join(const Node& collect, std::size_t i, const Alignment& alignment) {
        const State& value = state(collect.sources[i].definition);
        if (value.group == alignment.group) {
            return false;
        }
        const Group& joining = groups_[value.group];
        const Group& target = groups_[alignment.group];
        if (joining.half != target.half) {
            return false;
        }
        const std::int64_t shift =
            alignment.base + static_cast<std::int64_t>(i) - static_cast<std::int64_t>(value.slot);
        const std::int64_t first = std::min<std::int64_t>(0, shift);
        const std::int64_t last =
            std::max<std::int64_t>(static_cast<std::int64_t>(target.slots.size()),
                                   shift + static_cast<std::int64_t>(joining.slots.size()));
        if (last - first > static_cast<std::int64_t>(kMaxGroupLength)) {
            return false;
        }
        for (std::size_t at = 0; at < joining.slots.size(); ++at) {
            const std::int64_t slot_number = shift + static_cast<std::int64_t>(at);
            const Slot* slot = slot_at(alignment.group, slot_number);
            if (joining.slots[at].is_free()) {
                continue;
            }
            if (slot != nullptr && !slot->is_free()) {
                return false;
            }
            // Places that other components of the collect will want.
            const std::int64_t component = slot_number - alignment.base;
            if (component >= 0 && component < static_cast<std::int64_t>(collect.sources.size()) &&
                component != static_cast<std::int64_t>(i)) {
                const Register& other = collect.sources[static_cast<std::size_t>(component)];
                const std::vector<Node*>& values = joining.slots[at].values;
                if (other.is_ssa() && (values.size() != 1 || values[0] != other.definition)) {
                    return false;
                }
            }
        }
        return true;
    }

    unsigned count_copies(const Node& collect, const Alignment& alignment, unsigned limit) {
        unsigned copies = 0;
        for (std::size_t i = 0; i < collect.sources.size() && copies < limit; ++i) {
            if (!collect.sources[i].is_ssa()) {
                continue;
            }
            switch (fit(collect, i, alignment)) {
            case Fit::in_place:
            case Fit::join:
            case Fit::share: break;
            case Fit::copy: ++copies; break;
            case Fit::impossible: return ~0U;
            }
        }
        return copies;
    }

    // Makes room for slots first..last (relative to the group's slot 0); returns how far the slots
    // moved up.
    std::uint32_t extend(std::uint32_t group, std::int64_t first, std::int64_t last) {
        std::vector<Slot>& slots = groups_[group].slots;
        std::uint32_t moved = 0;
        if (first < 0) {
            moved = static_cast<std::uint32_t>(-first);
            slots.insert(slots.begin(), moved, Slot{});
            for (const Node* member : groups_[group].members) {
                state(member).slot += moved;
            }
        }
        const auto length = static_cast<std::size_t>(last + 1 + moved);
        if (slots.size() < length) {
            slots.resize(length);
        }
        return moved;
    }

    void apply(Block& block, Node& collect, Alignment alignment, std::vector<Node*>& nodes) {
        for (std::size_t i = 0; i < collect.sources.size(); ++i) {
            Register& source = collect.sources[i];
            if (!source.is_ssa()) {
                continue;
            }
            const Fit how = fit(collect, i, alignment);
            if (how == Fit::in_place) {
                continue;
            }
            const std::int64_t wanted = alignment.base + static_cast<std::int64_t>(i);
            if (how == Fit::join) {
                alignment.base += join(state(source.definition).group, alignment.group,
                                       wanted - state(source.definition).slot);
                continue;
            }
            alignment.base += extend(alignment.group, wanted, wanted);
            const auto slot =
                static_cast<std::uint32_t>(alignment.base + static_cast<std::int64_t>(i));
            Node* value = source.definition;
            if (how != Fit::share) {
                value = new_copy(block, collect, source, nodes);
                state(value).readers.push_back(&collect);
                source = ssa_source(value);
            } else {
                groups_[state(value).group] = {};
            }
            order_behind(*value, groups_[alignment.group].slots[slot]);
            put(value, alignment.group, slot);
        }
        const auto last = alignment.base + static_cast<std::int64_t>(collect.sources.size()) - 1;
        alignment.base += extend(alignment.group, alignment.base, last);
        enter(&collect, alignment.group, static_cast<std::uint32_t>(alignment.base));
    }

    // Lays group `from` over `to`, its slot 0 at `shift`; returns how far the slots of `to` moved.
    std::uint32_t join(std::uint32_t from, std::uint32_t to, std::int64_t shift) {
        const Group joining = std::move(groups_[from]);
        groups_[from] = {};
        const std::uint32_t moved =
            extend(to, shift, shift + static_cast<std::int64_t>(joining.slots.size()) - 1);
        const auto offset = static_cast<std::uint32_t>(shift + moved);
        for (std::uint32_t i = 0; i < joining.slots.size(); ++i) {
            if (!joining.slots[i].is_free()) {
                groups_[to].slots[offset + i] = joining.slots[i];
            }
        }
        for (Node* member : joining.members) {
            enter(member, to, offset + state(member).slot);
        }
        return moved;
    }

    // The value is made after every read of those in the slot.
    void order_behind(Node& value, const Slot& slot) {
        std::vector<Node*> dependencies(value.dependencies.begin(), value.dependencies.end());
        for (const Node* earlier : slot.values) {
            add_readers(earlier, value, dependencies);
        }
        value.dependencies = graph_.make_list(dependencies);
    }

    void add_readers(const Node* earlier, const Node& value, std::vector<Node*>& dependencies) {
        for (Node* reader : state(earlier).readers) {
            if (reader->kind == NodeKind::collect || reader->kind == NodeKind::split) {
                add_readers(reader, value, dependencies);
            } else if (reader != &value && std::find(dependencies.begin(), dependencies.end(),
                                                     reader) == dependencies.end()) {
                dependencies.push_back(reader);
            }
        }
        if (earlier->kind == NodeKind::split) {
            for (Node* reader : state(earlier->sources[0].definition).readers) {
                if (reader->kind != NodeKind::split && reader != &value) {
                    dependencies.push_back(reader);
                }
            }
        }
    }

    void remove_unread_copies() {
        graph_.number_nodes();
        graph_.count_uses();
        for (Block& block : graph_.blocks) {
            std::erase_if(block.nodes, [](const Node* node) {
                return node->use_count == 0 && is_constant_move(*node) && node->dst.is_ssa();
            });
        }
    }

    void publish() {
        graph_.groups.clear();
        for (const Group& group : groups_) {
            if (group.slots.size() < 2) {
                continue;
            }
            const auto number = static_cast<std::uint32_t>(graph_.groups.size());
            graph_.groups.push_back({static_cast<std::uint16_t>(group.slots.size()), group.half});
            for (Node* member : group.members) {
                member->group = number;
                member->group_slot = static_cast<std::uint16_t>(state(member).slot);
            }
            for (std::size_t i = 0; i + 1 < group.slots.size(); ++i) {
                if (!group.slots[i].values.empty() && !group.slots[i + 1].values.empty()) {
                    group.slots[i].values.back()->right = group.slots[i + 1].values.back();
                    group.slots[i + 1].values.back()->left = group.slots[i].values.back();
                }
            }
        }
    }

    Graph& graph_;
    std::vector<State> state_;
    std::vector<Group> groups_;
};

} // namespace

void group_neighbours(Graph& graph) {
    Grouping(graph).run();
}

} // namespace jacquard::ir3
