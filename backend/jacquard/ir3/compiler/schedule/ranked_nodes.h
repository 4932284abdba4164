#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace jacquard::ir3 {

// The rank of a node in one number: higher ranks above lower ones and, of equal ranks, nodes
// that are older in the graph above younger ones.
inline constexpr std::int64_t kOneRank = std::int64_t{1} << 32;
[[nodiscard]] inline std::int64_t order_key(std::int32_t rank, const Node& node) {
    return rank * kOneRank + (0xffffffffU - node.serial);
}

// Nodes in the order of what speaks for them: the first to be taken stands last. There is room on
// both sides of them, so that an entry comes and goes by moving those on its shorter side.
class RankedNodes {
  public:
    struct Entry {
        std::int64_t key = 0;
        Node* node = nullptr;
    };

    explicit RankedNodes(MemoryPool& pool) : storage_(pool) {}

    [[nodiscard]] std::span<const Entry> entries() const {
        return {storage_.data() + begin_, end_ - begin_};
    }
    void clear() {
        begin_ = 0;
        end_ = 0;
    }

    void insert(Entry entry) {
        if (end_ == storage_.size()) {
            make_room();
        }
        if (end_ - begin_ <= kFew) {
            // Few are searched and moved at once.
            std::size_t place = end_++;
            for (; place != begin_ && storage_[place - 1].key > entry.key; --place) {
                storage_[place] = storage_[place - 1];
            }
            storage_[place] = entry;
            return;
        }
        const std::size_t place = place_of(entry.key);
        if (begin_ != 0 && place - begin_ < end_ - place) {
            move(begin_, place, begin_ - 1);
            --begin_;
            storage_[place - 1] = entry;
        } else {
            move(place, end_, place + 1);
            ++end_;
            storage_[place] = entry;
        }
    }
    void erase(std::int64_t key) { erase_at(place_of(key) - begin_); }
    [[nodiscard]] bool has(std::int64_t key) const {
        const std::size_t place = place_of(key);
        return place != end_ && storage_[place].key == key;
    }
    // The one at a place of the order.
    void erase_at(std::size_t place) {
        const std::size_t at = begin_ + place;
        if (end_ - begin_ <= kFew) {
            --end_;
            for (std::size_t i = at; i < end_; ++i) {
                storage_[i] = storage_[i + 1];
            }
        } else if (at - begin_ < end_ - at) {
            move(begin_, at, begin_ + 1);
            ++begin_;
        } else {
            move(at + 1, end_, at);
            --end_;
        }
    }

  private:
    static constexpr std::size_t kFew = 32;

    // Returns the position at which an entry with that key is or belongs.
    [[nodiscard]] std::size_t place_of(std::int64_t key) const {
        const auto first = storage_.begin();
        return static_cast<std::size_t>(
            std::partition_point(first + static_cast<std::ptrdiff_t>(begin_),
                                 first + static_cast<std::ptrdiff_t>(end_),
                                 [key](const Entry& entry) { return entry.key < key; }) -
            first);
    }

    void move(std::size_t from, std::size_t end, std::size_t to) {
        std::memmove(storage_.data() + to, storage_.data() + from, (end - from) * sizeof(Entry));
    }

    // Behind the entries; in front of them only where they are many.
    void make_room() {
        const std::size_t size = end_ - begin_;
        if (storage_.size() < 2 * size + kFew) {
            storage_.resize(4 * size + kFew);
        }
        const std::size_t begin = size <= kFew ? 0 : (storage_.size() - size) / 2;
        move(begin_, end_, begin);
        begin_ = begin;
        end_ = begin + size;
    }

    PoolVector<Entry> storage_;
    std::size_t begin_ = 0; // of the entries in it
    std::size_t end_ = 0;
};

} // namespace jacquard::ir3
