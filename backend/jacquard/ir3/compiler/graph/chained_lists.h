#pragma once

#include <jacquard/support/memory/memory_pool.h>

#include <cstddef>
#include <cstdint>

namespace jacquard::ir3 {

// Many short lists that grow at their ends in any order, in one piece of memory: each item knows
// where the next one of its list stands.
template <typename T>
class ChainedLists {
    static constexpr std::uint32_t kNone = 0xffffffff;

    struct Item {
        T value;
        std::uint32_t next;
    };
    struct List {
        std::uint32_t first = kNone;
        std::uint32_t last = kNone;
    };

  public:
    // The items of a list in the order in which they were added; valid until something is added.
    class Range {
      public:
        class Iterator {
          public:
            Iterator(const Item* items, std::uint32_t at) : items_(items), at_(at) {}
            const T& operator*() const { return items_[at_].value; }
            Iterator& operator++() {
                at_ = items_[at_].next;
                return *this;
            }
            bool operator==(const Iterator& other) const { return at_ == other.at_; }

          private:
            const Item* items_;
            std::uint32_t at_;
        };

        Range() = default;
        Range(const Item* items, std::uint32_t first) : items_(items), first_(first) {}
        [[nodiscard]] Iterator begin() const { return {items_, first_}; }
        [[nodiscard]] Iterator end() const { return {items_, kNone}; }

      private:
        const Item* items_ = nullptr;
        std::uint32_t first_ = kNone;
    };

    explicit ChainedLists(MemoryPool& pool) : items_(pool), lists_(pool) {}

    // For more lists than there are to begin with.
    void reserve_lists(std::size_t count) { lists_.reserve(count); }
    // Makes `num_lists` empty lists with room for about so many items, in the memory of the lists
    // before as far as that goes.
    void start(std::size_t num_lists, std::size_t num_items) {
        lists_.assign(num_lists, {});
        items_.clear();
        items_.reserve(num_items);
    }
    // One more list, the last.
    void start_another() { lists_.emplace_back(); }

    void add(std::uint32_t number, const T& value) {
        const auto place = static_cast<std::uint32_t>(items_.size());
        items_.push_back({value, kNone});
        List& list = lists_[number];
        (list.first == kNone ? list.first : items_[list.last].next) = place;
        list.last = place;
    }

    [[nodiscard]] Range operator[](std::uint32_t number) const {
        return {items_.data(), lists_[number].first};
    }

  private:
    PoolVector<Item> items_;
    PoolVector<List> lists_;
};

} // namespace jacquard::ir3
