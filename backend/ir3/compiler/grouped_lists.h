#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

// Many short lists in one piece of memory. First everything is added, in any order of the lists,
// then arrange() brings together what belongs to one list; there it stands as it was added.
template <typename T>
class GroupedLists {
  public:
    void reserve(std::size_t count) { added_.reserve(count); }

    void add(std::uint32_t list, const T& item) { added_.push_back({list, item}); }

    void arrange(std::uint32_t num_lists) {
        arrange_for_more(num_lists);
        added_ = {};
    }

    // The same, and what was taken up is kept for lists of other items, after clear().
    void arrange_for_more(std::uint32_t num_lists) {
        lists_.assign(num_lists, {});
        for (const auto& [list, item] : added_) {
            ++lists_[list].room;
        }
        std::uint32_t first = 0;
        for (List& list : lists_) {
            list.first = first;
            first += list.room;
        }
        items_.resize(first);
        for (const auto& [number, item] : added_) {
            List& list = lists_[number];
            items_[list.first + list.count++] = item;
        }
    }
    void clear() {
        added_.clear();
        lists_.clear();
        items_.clear();
    }

    // One more list; returns its number.
    std::uint32_t append(std::span<const T> items) {
        const auto count = static_cast<std::uint32_t>(items.size());
        lists_.push_back({static_cast<std::uint32_t>(items_.size()), count, count});
        items_.insert(items_.end(), items.begin(), items.end());
        return static_cast<std::uint32_t>(lists_.size() - 1);
    }

    // Valid until append().
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

    // Puts items behind those of a list. One that grows again and again is moved seldom.
    void extend(std::uint32_t number, std::uint32_t from) {
        const std::uint32_t count = lists_[number].count + lists_[from].count;
        if (count > lists_[number].room) {
            const auto first = static_cast<std::uint32_t>(items_.size());
            items_.resize(items_.size() + std::size_t{count} * 2);
            std::copy_n(items_.begin() + lists_[number].first, lists_[number].count,
                        items_.begin() + first);
            lists_[number].first = first;
            lists_[number].room = count * 2;
        }
        std::copy_n(items_.begin() + lists_[from].first, lists_[from].count,
                    items_.begin() + lists_[number].first + lists_[number].count);
        lists_[number].count = count;
    }

  private:
    struct List {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint32_t room = 0;
    };

    std::vector<std::pair<std::uint32_t, T>> added_;
    std::vector<List> lists_;
    std::vector<T> items_;
};

} // namespace jacquard::ir3
