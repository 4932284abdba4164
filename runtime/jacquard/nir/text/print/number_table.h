#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace jacquard::nir {

// Objects by a number that a text gives them. Numbers that follow each other, as nearly all do,
// index a list; others go to a tree, so that neither the choice of numbers nor their size makes the
// table slow or large. A value of T that equals T{} is none.
template <typename T>
class NumberTable {
  public:
    // The value with that number and whether it is the one given, which is not kept when there was
    // one before. The place is good until the next one is added.
    std::pair<T*, bool> try_emplace(std::uint32_t number, const T& value) {
        if (T* known = find(number)) {
            return {known, false};
        }
        ++count_;
        if (number >= 2 * count_ + kFirstSize) {
            return {&sparse_.emplace(number, value).first->second, true};
        }
        if (number >= dense_.size()) {
            dense_.resize(number + std::size_t{1});
        }
        dense_[number] = value;
        return {&dense_[number], true};
    }

    // Null when there is none.
    [[nodiscard]] T* find(std::uint32_t number) {
        if (number < dense_.size() && !(dense_[number] == T{})) {
            return &dense_[number];
        }
        const auto found = sparse_.find(number);
        return found != sparse_.end() ? &found->second : nullptr;
    }

    // Calls visit(number, value) for each.
    template <typename Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t i = 0; i < dense_.size(); ++i) {
            if (!(dense_[i] == T{})) {
                visit(static_cast<std::uint32_t>(i), dense_[i]);
            }
        }
        for (const auto& [number, value] : sparse_) {
            visit(number, value);
        }
    }

    void clear() {
        dense_.clear();
        sparse_.clear();
        count_ = 0;
    }

  private:
    static constexpr std::size_t kFirstSize = 64;

    std::vector<T> dense_;
    std::map<std::uint32_t, T> sparse_;
    std::size_t count_ = 0;
};

} // namespace jacquard::nir
