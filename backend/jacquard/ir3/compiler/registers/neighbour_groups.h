#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/support/memory/memory_pool.h>

#include <cstddef>
#include <cstdint>

namespace jacquard::ir3 {

// Runs of consecutive registers while it is decided what stands in them.
class NeighbourGroups {
  public:
    static constexpr std::uint32_t kNoLink = ~0U;

    struct State {
        std::uint32_t group = kNoGroup;
        std::uint32_t slot = 0;      // of a vector: that of its first component
        std::uint32_t key = 0;       // position in program order
        std::uint32_t last_read = 0; // key of the last reader, through collects too
        // Among the links of all lists of readers; the next of the last one is the first.
        std::uint32_t last_reader = kNoLink;
        bool is_taken_apart = false; // splits read it
        bool stands_anywhere = true; // nobody reads it but collects
        bool is_read_late = false;   // a lookup or load reads it, through collects too
        bool is_listed = false;      // in a list that is being made
        Node* next_member = nullptr; // of the group
        Node* next_value = nullptr;  // of the slot
    };
    // Nodes that are linked by their states.
    struct NodeList {
        Node* first = nullptr;
        Node* last = nullptr;
        [[nodiscard]] bool empty() const { return first == nullptr; }
        [[nodiscard]] bool has_one() const { return first != nullptr && first == last; }
    };
    // The values of a slot in program order. Without any it is free.
    struct Slot {
        NodeList values;
        bool reserved = false; // written by a vector though nobody reads it
        [[nodiscard]] bool is_free() const { return values.empty() && !reserved; }
    };
    using Slots = PoolVector<Slot>;
    struct Group {
        explicit Group(MemoryPool& pool) : slots(pool) {}
        Slots slots;
        NodeList members; // the values, and the vectors and collects that lie over them
        bool half = false;
        bool is_fixed = false; // stands in registers of its own choice
    };

    explicit NeighbourGroups(MemoryPool& pool) : pool_(pool) {}

    void reset(std::uint32_t num_nodes) {
        states_.assign(num_nodes, {});
        links_.reserve(num_nodes * std::size_t{2});
    }
    // Returns the state of a value, by the dense index of its node; nodes made since come last.
    [[nodiscard]] State& state(const Node* node) { return states_[node->index]; }
    [[nodiscard]] std::uint32_t num_states() const {
        return static_cast<std::uint32_t>(states_.size());
    }
    void add_state(const State& state) { states_.push_back(state); }

    void add_reader(const Node* value, Node* reader) { add_reader(state(value), reader); }
    void add_reader(State& value, Node* reader) {
        const auto link = static_cast<std::uint32_t>(links_.size());
        if (value.last_reader == kNoLink) {
            links_.push_back({reader, link});
        } else {
            links_.push_back({reader, links_[value.last_reader].next});
            links_[value.last_reader].next = link;
        }
        value.last_reader = link;
    }
    // Calls visit(Node* reader) for the readers of a value in the order they were added.
    template <typename Visit>
    void for_each_reader(const Node* value, Visit&& visit) {
        const std::uint32_t last = state(value).last_reader;
        if (last == kNoLink) {
            return;
        }
        std::uint32_t at = last;
        do {
            at = links_[at].next;
            visit(links_[at].reader);
        } while (at != last);
    }

    // Calls visit(Node* value) for the values of a slot.
    template <typename Visit>
    void for_each_value(const Slot& slot, Visit&& visit) {
        for (Node* value = slot.values.first; value != nullptr; value = state(value).next_value) {
            visit(value);
        }
    }

    [[nodiscard]] Group& operator[](std::uint32_t group) { return groups_[group]; }
    std::uint32_t add(std::size_t length, bool half);
    // Leaves a group without anything.
    void empty(std::uint32_t group) { groups_[group] = Group(pool_); }
    // Makes the node a member; put() makes it a value of the slot as well. It is in no other group.
    void enter(Node* node, std::uint32_t group, std::uint32_t slot);
    void put(Node* value, std::uint32_t group, std::uint32_t slot);
    // Null outside of the group.
    [[nodiscard]] Slot* slot_at(std::uint32_t group, std::int64_t slot);
    // Makes room for slots first..last (relative to the group's slot 0); returns how far the slots
    // moved up.
    std::uint32_t extend(std::uint32_t group, std::int64_t first, std::int64_t last);
    // Lays group `from` over `to`, its slot 0 at `shift`; returns how far the slots of `to` moved.
    std::uint32_t join(std::uint32_t from, std::uint32_t to, std::int64_t shift);

    // Writes the groups to the graph and to the nodes. Values that stand alone have none.
    void publish(Graph& graph);

  private:
    void append(NodeList& list, Node* node, Node* State::*next) {
        state(node).*next = nullptr;
        if (list.empty()) {
            list.first = node;
        } else {
            state(list.last).*next = node;
        }
        list.last = node;
    }
    // Calls visit(Node* member); the member may go to another group.
    template <typename Visit>
    void for_each_member(const Group& group, Visit&& visit) {
        Node* next = nullptr;
        for (Node* member = group.members.first; member != nullptr; member = next) {
            next = state(member).next_member;
            visit(member);
        }
    }

    struct Link {
        Node* reader;
        std::uint32_t next;
    };

    MemoryPool& pool_;
    PoolVector<State> states_{pool_};
    PoolVector<Link> links_{pool_};
    PoolVector<Group> groups_{pool_};
};

} // namespace jacquard::ir3
