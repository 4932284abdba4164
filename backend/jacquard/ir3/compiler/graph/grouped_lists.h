#pragma once

#include <jacquard/support/memory/memory_pool.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace jacquard::ir3 {

// Many short lists. First everything is added, in any order of the lists, then arrange() brings
// together what belongs to one list; there it stands as it was added. Where nearly all lists have
// one item, start() and append_to() do without bringing together.
//
// All begin in one piece of memory; one that outgrows its place there gets a piece of its own.
template <typename T>
class GroupedLists {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    explicit GroupedLists(MemoryPool& pool)
        : pool_(&pool), added_(pool), lists_(pool), places_(pool) {}

    void reserve(std::size_t count) { added_.reserve(count); }

    void add(std::uint32_t list, const T& item) { added_.push_back({list, item}); }

    void arrange(std::uint32_t num_lists) {
        lists_.assign(num_lists, {});
        for (const auto& [list, item] : added_) {
            ++lists_[list].room;
        }
        places_.resize(added_.size());
        T* first = places_.data();
        for (List& list : lists_) {
            list.first = first;
            first += list.room;
        }
        for (const auto& [number, item] : added_) {
            List& list = lists_[number];
            list.first[list.count++] = item;
        }
        has_items_ = !added_.empty();
        added_ = decltype(added_)(added_.get_allocator());
    }

    // Empty lists, with places for the first items of so many.
    void start(std::uint32_t num_lists, std::size_t count) {
        lists_.assign(num_lists, {});
        places_.clear();
        places_.reserve(count);
        has_items_ = false;
    }
    // Puts an item behind the last of a list. One without room moves and gets twice as much.
    void append_to(std::uint32_t number, const T& item) {
        List& list = lists_[number];
        has_items_ = true;
        if (list.room == 0 && places_.size() < places_.capacity()) {
            places_.push_back(item);
            list.first = &places_.back();
            list.count = 1;
            list.room = 1;
            return;
        }
        if (list.room == list.front + list.count) {
            constexpr std::uint32_t kFewest = 2;
            move(list, 0, std::max(list.count * 2, kFewest));
        }
        list.first[list.count++] = item;
    }

    [[nodiscard]] std::span<const T> operator[](std::uint32_t list) const {
        return {lists_[list].first, lists_[list].count};
    }
    [[nodiscard]] std::span<T> operator[](std::uint32_t list) {
        return {lists_[list].first, lists_[list].count};
    }
    // Whether anything was added.
    [[nodiscard]] bool has_items() const { return has_items_; }
    [[nodiscard]] std::uint32_t size_of(std::uint32_t list) const { return lists_[list].count; }

    // Leaves the first `count` items of a list.
    void shrink(std::uint32_t list, std::uint32_t count) { lists_[list].count = count; }

    // Makes room for items in front of one of a list, or behind the last; what stands there is not
    // said. Those on the shorter side of the place move, and a list that grows again and again is
    // moved as a whole seldom.
    void open(std::uint32_t number, std::uint32_t place, std::uint32_t count) {
        List& list = lists_[number];
        const bool moves_front = place < list.count - place;
        const std::uint32_t free = moves_front ? list.front : list.room - list.front - list.count;
        if (free < count) {
            const std::uint32_t more = list.count + count;
            move(list, more, more * 2 + list.count);
        }
        if (moves_front) {
            std::copy(list.first, list.first + place, list.first - count);
            list.first -= count;
            list.front -= count;
        } else {
            std::copy_backward(list.first + place, list.first + list.count,
                               list.first + list.count + count);
        }
        list.count += count;
    }

    // Takes out items of a list.
    void close(std::uint32_t number, std::uint32_t place, std::uint32_t count) {
        List& list = lists_[number];
        const std::uint32_t behind = place + count;
        if (place < list.count - behind) {
            std::copy_backward(list.first, list.first + place, list.first + behind);
            list.first += count;
            list.front += count;
        } else {
            std::copy(list.first + behind, list.first + list.count, list.first + place);
        }
        list.count -= count;
    }

  private:
    // Its items and what memory there is for it.
    struct List {
        T* first = nullptr;
        std::uint32_t count = 0;
        std::uint32_t front = 0;    // free places in front of the first
        std::uint32_t room = 0;     // places in all
        bool has_own_place = false; // that the pool gave for it alone
    };

    // Moves a list to where there are `room` places, `front` of them in front of it. Pieces that
    // lists have at the end are the pool's again only when its arena ends.
    void move(List& list, std::uint32_t front, std::uint32_t room) {
        T* place = static_cast<T*>(pool_->allocate(std::size_t{room} * sizeof(T)));
        std::uninitialized_copy_n(list.first, list.count, place + front);
        if (list.has_own_place) {
            pool_->give_back(list.first - list.front, std::size_t{list.room} * sizeof(T));
        }
        list = {place + front, list.count, front, room, true};
    }

    MemoryPool* pool_;
    PoolVector<std::pair<std::uint32_t, T>> added_;
    PoolVector<List> lists_;
    PoolVector<T> places_; // does not move
    bool has_items_ = false;
};

} // namespace jacquard::ir3
