#pragma once

#include <jacquard/ir3/compiler/lifetimes.h>
#include <jacquard/ir3/compiler/machine_ir.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

// Something to lay into registers that follow each other: a group, a value or an array.
struct RegisterItem {
    bool half = false;
    bool at_zero = false; // must stand in r0.x
    std::uint32_t length = 1;
    std::uint32_t first_slot = 0; // among those of all items
    std::uint32_t start = ~0U;    // of the earliest lifetime
    // The item of which it became a part, and where it begins there.
    std::uint32_t whole = kNone;
    std::uint32_t slot_of_whole = 0;

    static constexpr std::uint32_t kNone = ~0U;
};

// One register of an item.
struct RegisterSlot {
    struct Life : Lifetime {
        std::uint32_t value = 0; // the same number: the same bits
    };
    std::vector<Life> lives;
    std::vector<Lifetime> late_reads; // when it may still be read after its lifetime
};

// Before: as assign_registers. After: all values and arrays are in items, and what may share
// registers was laid over each other: a copy and its source, which then are one value.
class RegisterItems {
  public:
    explicit RegisterItems(Graph& graph);

    // Where the same value is copied to the side of several others, these take turns there. They
    // are then harder to lay. False when there was nothing to merge.
    bool merge_copies();

    // Texture instructions and special functions read their sources late: until their own result is
    // waited for, nothing should overwrite them. To be called last.
    void find_late_reads();

    [[nodiscard]] std::span<const RegisterItem> items() const { return items_; }
    [[nodiscard]] std::span<const RegisterSlot> slots_of(const RegisterItem& item) const {
        return std::span(slots_).subspan(item.first_slot, item.length);
    }

    // A slot of an item that is not part of another.
    struct Place {
        std::uint32_t item = 0;
        std::uint32_t slot = 0;
    };
    [[nodiscard]] Place place_of(const Node& value) const;
    // The item of the first array; the others follow.
    [[nodiscard]] std::uint32_t first_array() const { return first_array_; }
    [[nodiscard]] std::uint32_t num_positions() const { return num_positions_; }
    [[nodiscard]] bool has_late_reads() const { return has_late_reads_; }

  private:
    using Life = RegisterSlot::Life;

    std::uint32_t add_item(std::uint32_t length, bool half);
    void make_items();
    void lay_out_lifetimes();
    void live(const Node& node, std::uint32_t component, Lifetime life);
    bool merge_copy(const Node& copy);
    bool merge(Place one, Place other);
    [[nodiscard]] std::pair<std::size_t, std::size_t> size_of(std::uint32_t item) const;
    [[nodiscard]] std::vector<std::uint32_t> first_reads() const;

    Graph& graph_;
    std::vector<RegisterItem> items_;
    std::vector<RegisterSlot> slots_;
    std::vector<std::uint32_t> item_of_; // by node
    std::uint32_t first_array_ = 0;
    std::uint32_t num_positions_ = 1;
    bool has_late_reads_ = false;
};

} // namespace jacquard::ir3
