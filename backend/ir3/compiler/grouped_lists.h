#pragma once

#include <jacquard/support/memory_pool.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace jacquard::ir3 {

// Many short lists in one piece of memory. First everything is added, in any order of the lists,
// then arrange() brings together what belongs to one list; there it stands as it was added. Where
// nearly all lists have one item, start() and append_to() do without bringing together.
template <typename T>
class GroupedLists {
  public:
    explicit GroupedLists(MemoryPool& pool) : added_(pool), lists_(pool), items_(pool) {}

    void reserve(std::size_t count) { added_.reserve(count); }

    void add(std::uint32_t list, const T& item) { added_.push_back({list, item}); }

    void arrange(std::uint32_t num_lists) {
        lists_.assign(num_lists, {});
        for (const auto& [list, item] : added_) {
            ++lists_[list].room;
        }
        std::uint32_t first = 0;
        for (List& list : lists_) {
            list.first = first;
            list.begin = first;
            first += list.room;
        }
        items_.resize(first);
        for (const auto& [number, item] : added_) {
            List& list = lists_[number];
            items_[list.first + list.count++] = item;
        }
        added_ = decltype(added_)(added_.get_allocator());
    }

    // Empty lists, with memory for as many items in all.
    void start(std::uint32_t num_lists, std::size_t count) {
        lists_.assign(num_lists, {});
        items_.clear();
        items_.reserve(count);
    }
    // Puts an item behind the last of a list. One without room moves and gets twice as much.
    void append_to(std::uint32_t number, const T& item) {
        List& list = lists_[number];
        const auto end = static_cast<std::uint32_t>(items_.size());
        if (list.room == 0) {
            list = {end, 1, end, 1};
            items_.push_back(item);
            return;
        }
        if (!has_room(list, 1, false)) {
            items_.resize(end + list.count * std::size_t{2});
            std::copy_n(items_.begin() + list.first, list.count, items_.begin() + end);
            list = {end, list.count, end, list.count * 2};
        }
        items_[list.first + list.count++] = item;
    }

    [[nodiscard]] std::span<const T> operator[](std::uint32_t list) const {
        return std::span(items_).subspan(lists_[list].first, lists_[list].count);
    }
    [[nodiscard]] std::span<T> operator[](std::uint32_t list) {
        return std::span(items_).subspan(lists_[list].first, lists_[list].count);
    }
    [[nodiscard]] std::size_t num_items() const { return items_.size(); }
    [[nodiscard]] std::uint32_t size_of(std::uint32_t list) const { return lists_[list].count; }

    // Leaves the first `count` items of a list.
    void shrink(std::uint32_t list, std::uint32_t count) { lists_[list].count = count; }

    // Makes room for items in front of one of a list, or behind the last; what stands there is not
    // said. Those on the shorter side of the place move, and a list that grows again and again is
    // moved as a whole seldom.
    void open(std::uint32_t number, std::uint32_t place, std::uint32_t count) {
        List& list = lists_[number];
        const bool moves_front = place < list.count - place;
        if (!has_room(list, count, moves_front)) {
            give_room(list, list.count + count);
        }
        const auto first = items_.begin() + list.first;
        if (moves_front) {
            std::copy(first, first + place, first - count);
            list.first -= count;
        } else {
            std::copy_backward(first + place, first + list.count, first + list.count + count);
        }
        list.count += count;
    }

    // Takes out items of a list.
    void close(std::uint32_t number, std::uint32_t place, std::uint32_t count) {
        List& list = lists_[number];
        const auto first = items_.begin() + list.first;
        const std::uint32_t behind = place + count;
        if (place < list.count - behind) {
            std::copy_backward(first, first + place, first + behind);
            list.first += count;
        } else {
            std::copy(first + behind, first + list.count, first + place);
        }
        list.count -= count;
    }

  private:
    // Its items and what memory there is for it.
    struct List {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint32_t begin = 0;
        std::uint32_t room = 0;
    };

    static bool has_room(const List& list, std::uint32_t count, bool in_front) {
        return in_front ? list.first - list.begin >= count
                        : list.begin + list.room - (list.first + list.count) >= count;
    }

    // Moves a list to where there are `count` free places in front of it and behind.
    void give_room(List& list, std::uint32_t count) {
        const auto begin = static_cast<std::uint32_t>(items_.size());
        items_.resize(items_.size() + std::size_t{count} * 2 + list.count);
        std::copy_n(items_.begin() + list.first, list.count, items_.begin() + begin + count);
        list.first = begin + count;
        list.begin = begin;
        list.room = count * 2 + list.count;
    }

    PoolVector<std::pair<std::uint32_t, T>> added_;
    PoolVector<List> lists_;
    PoolVector<T> items_;
};

} // namespace jacquard::ir3
