#pragma once

#include <jacquard/ir3/compiler/graph/grouped_lists.h>
#include <jacquard/ir3/compiler/graph/lifetimes.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <cstdint>
#include <span>
#include <utility>

namespace jacquard::ir3 {

// Something to lay into registers that follow each other: a group, a value or an array.
struct RegisterItem {
    bool half = false;
    bool at_zero = false;      // must stand in r0.x
    bool is_read_late = false; // after some of its lifetimes
    std::uint32_t length = 1;
    std::uint32_t first_slot = 0; // among those of all items
    std::uint32_t start = ~0U;    // of the earliest lifetime
    // The item of which it became a part, and where it begins there.
    std::uint32_t whole = kNone;
    std::uint32_t slot_of_whole = 0;

    static constexpr std::uint32_t kNone = ~0U;
};

// When a value is in a register.
struct RegisterLife : Lifetime {
    std::uint32_t value = 0; // the same number: the same bits
};

// Before: as assign_registers. After: all values and arrays are in items, and what may share
// registers was laid over each other: a copy and its source, which then are one value.
class RegisterItems {
  public:
    RegisterItems(Graph& graph, const Liveness& liveness);

    // Coalesces copies of one value that stand in vectors beside others: the copies then take turns
    // in one place. Such groups are harder to place. Returns false when there was nothing to merge.
    bool merge_copies();

    // Texture instructions and special functions read their sources late: until their own result is
    // waited for, nothing should overwrite them. To be called last.
    void find_late_reads();

    [[nodiscard]] std::span<const RegisterItem> items() const { return items_; }
    // When values are in a register of an item, by its number: in order, without overlaps and none
    // empty.
    [[nodiscard]] std::span<const RegisterLife> lives_of(std::uint32_t slot) const {
        return lives_[slot];
    }
    // When it may still be read after its lifetime; none is empty.
    [[nodiscard]] std::span<const Lifetime> late_reads_of(std::uint32_t slot) const {
        return has_late_reads() ? late_reads_[slot] : std::span<const Lifetime>();
    }

    // Nobody asks for lives or late reads any more.
    void forget_lives() {
        lives_ = GroupedLists<RegisterLife>(pool());
        late_reads_ = GroupedLists<Lifetime>(pool());
    }

    // A slot of an item that is not part of another.
    struct Place {
        std::uint32_t item = 0;
        std::uint32_t slot = 0;
    };
    [[nodiscard]] Place place_of(const Node& value) const {
        Place place{item_of_[value.index], value.group != kNoGroup ? value.group_slot : 0U};
        while (items_[place.item].whole != RegisterItem::kNone) {
            place.slot += items_[place.item].slot_of_whole;
            place.item = items_[place.item].whole;
        }
        return place;
    }
    // The item of the first array; the others follow.
    [[nodiscard]] std::uint32_t first_array() const { return first_array_; }
    // The first of the items of single values, in program order, which follow groups and arrays.
    [[nodiscard]] std::uint32_t first_value() const {
        return first_array_ + static_cast<std::uint32_t>(graph_.arrays.size());
    }
    [[nodiscard]] std::uint32_t num_positions() const { return num_positions_; }
    [[nodiscard]] bool has_halves() const { return has_halves_; }
    [[nodiscard]] MemoryPool& pool() const { return graph_.pool(); }
    [[nodiscard]] bool has_late_reads() const { return late_reads_.has_items(); }

  private:
    std::uint32_t add_item(std::uint32_t length, bool half) {
        RegisterItem& item = items_.emplace_back();
        item.half = half;
        item.length = length;
        item.first_slot = num_slots_;
        has_halves_ = has_halves_ || half;
        num_slots_ += length;
        return static_cast<std::uint32_t>(items_.size() - 1);
    }
    void make_items();
    void lay_out_lifetimes(const Liveness& liveness);
    void join_overlaps(std::uint32_t slot, std::uint32_t first, std::uint32_t end);
    void move_lives(std::uint32_t from, std::uint32_t to);
    void mix_lives(std::span<const RegisterLife> added, std::uint32_t to);
    bool merge_copy(const Node& copy);
    bool merge(Place one, Place other);
    [[nodiscard]] std::pair<std::size_t, std::size_t> size_of(std::uint32_t item) const;
    void add_late_reads(const Node& reader, Lifetime late);

    Graph& graph_;
    PoolVector<RegisterItem> items_{graph_.pool()};
    // By the slots of all items.
    GroupedLists<RegisterLife> lives_{graph_.pool()};
    GroupedLists<Lifetime> late_reads_{graph_.pool()};
    // While lives move to another slot.
    PoolVector<RegisterLife> moved_{graph_.pool()};
    PoolVector<RegisterLife> mixed_{graph_.pool()};
    std::uint32_t num_slots_ = 0;
    PoolVector<std::uint32_t> item_of_{graph_.pool()}; // by node
    NodeVector copies_{graph_.pool()};                 // in program order
    std::uint32_t first_array_ = 0;
    std::uint32_t num_positions_ = 1;
    bool has_halves_ = false;
    bool has_late_readers_ = false;
};

} // namespace jacquard::ir3
