#pragma once

#include <jacquard/ir3/compiler/machine_ir.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace jacquard::ir3 {

// What speaks for a node in one number: higher ranks above lower ones and, of equal ranks, nodes
// that are older in the graph above younger ones.
inline constexpr std::int64_t kOneRank = std::int64_t{1} << 32;
[[nodiscard]] inline std::int64_t order_key(std::int32_t rank, const Node& node) {
    return rank * kOneRank + (0xffffffffU - node.serial);
}

// Nodes in the order of what speaks for them: the first to be taken stands last, where taking costs
// least.
class RankedNodes {
  public:
    struct Entry {
        std::int64_t key;
        Node* node;
    };

    explicit RankedNodes(MemoryPool& pool) : entries_(pool) {}

    [[nodiscard]] std::span<const Entry> entries() const { return entries_; }
    void clear() { entries_.clear(); }

    void insert(Entry entry) {
        if (entries_.size() > kFew) {
            entries_.insert(place_of(entry.key), entry);
            return;
        }
        // Few are searched and moved at once.
        entries_.push_back(entry);
        auto place = entries_.end() - 1;
        for (; place != entries_.begin() && place[-1].key > entry.key; --place) {
            *place = place[-1];
        }
        *place = entry;
    }
    void erase(std::int64_t key) { entries_.erase(place_of(key)); }
    // The one at a place of the order.
    void erase_at(std::size_t place) {
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(place));
    }

  private:
    static constexpr std::size_t kFew = 32;

    PoolVector<Entry>::iterator place_of(std::int64_t key) {
        return std::partition_point(entries_.begin(), entries_.end(),
                                    [key](const Entry& entry) { return entry.key < key; });
    }

    PoolVector<Entry> entries_;
};

// Nodes that can be ordered next, by their rank in each of some ways of ranking. Only the oldest of
// them are candidates, as many as it is worth to compare: a block of thousands of independent
// instructions is then ordered in a time that grows with its length and not with its square.
//
// Rank(node, way) says what the rank of a node is; whoever changes that says so before and after.
template <typename Rank>
class ReadyList {
  public:
    static constexpr std::size_t kNumWays = 4;

    ReadyList(Rank rank, MemoryPool& pool)
        : rank_(rank), ranked_{RankedNodes(pool), RankedNodes(pool), RankedNodes(pool),
                               RankedNodes(pool)},
          later_(pool) {}

    void clear() {
        for (RankedNodes& ranked : ranked_) {
            ranked.clear();
        }
        ways_ = 1;
        later_.clear();
        youngest_ = nullptr;
    }

    // Candidates, the highest rank of the way last. A way is ranked from when it is asked for.
    [[nodiscard]] std::span<const RankedNodes::Entry> candidates(std::size_t way) {
        if (!is_ranked(way)) {
            ways_ |= 1U << way;
            for (const RankedNodes::Entry& entry : ranked_[0].entries()) {
                ranked_[way].insert({key_of(entry.node, way), entry.node});
            }
        }
        return ranked_[way].entries();
    }
    [[nodiscard]] std::size_t num_candidates() const { return ranked_[0].entries().size(); }
    [[nodiscard]] bool empty() const { return num_candidates() == 0; }

    void add(Node* node) {
        if (num_candidates() == kMostCandidates) {
            Node* youngest = youngest_candidate();
            if (is_older(node, youngest)) {
                exclude(youngest);
                include(node);
                youngest_ = nullptr;
                node = youngest;
            }
            later_.push_back(node);
            std::push_heap(later_.begin(), later_.end(), is_younger);
            return;
        }
        include(node);
        youngest_ = nullptr;
    }

    // Takes a candidate out.
    void remove(Node* node) {
        exclude(node);
        fill_place_of(node);
    }
    // The same where it is known at which place of a way it stands.
    void remove(std::size_t way, std::size_t place) {
        Node* node = ranked_[way].entries()[place].node;
        for_each_way([&](std::size_t other) {
            if (other != way) {
                ranked_[other].erase(key_of(node, other));
            }
        });
        ranked_[way].erase_at(place);
        fill_place_of(node);
    }

    // Takes a node out wherever it is; nothing happens when it is not there.
    void erase(Node* node) {
        const auto entries = ranked_[0].entries();
        if (std::any_of(entries.begin(), entries.end(),
                        [node](const RankedNodes::Entry& entry) { return entry.node == node; })) {
            remove(node);
        } else if (std::erase(later_, node) != 0) {
            std::make_heap(later_.begin(), later_.end(), is_younger);
        }
    }

    // Before and after the rank of a node of the list changes.
    [[nodiscard]] bool begin_change(Node* node) {
        const bool is_candidate = later_.empty() || !is_older(youngest_candidate(), node);
        if (is_candidate) {
            exclude(node);
        }
        return is_candidate;
    }
    void end_change(Node* node) { include(node); }

  private:
    static constexpr std::size_t kMostCandidates = 512;

    [[nodiscard]] std::int64_t key_of(const Node* node, std::size_t way) const {
        return order_key(rank_(node, way), *node);
    }

    static bool is_older(const Node* a, const Node* b) { return a->index < b->index; }
    static bool is_younger(const Node* a, const Node* b) { return a->index > b->index; }

    [[nodiscard]] Node* youngest_candidate() {
        if (youngest_ == nullptr) {
            const auto entries = ranked_[0].entries();
            youngest_ =
                std::max_element(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
                    return is_older(a.node, b.node);
                })->node;
        }
        return youngest_;
    }

    // The oldest of those that were no candidates takes the place of one that has gone.
    void fill_place_of(const Node* gone) {
        if (gone == youngest_) {
            youngest_ = nullptr;
        }
        if (!later_.empty()) {
            std::pop_heap(later_.begin(), later_.end(), is_younger);
            youngest_ = later_.back();
            include(later_.back());
            later_.pop_back();
        }
    }

    [[nodiscard]] bool is_ranked(std::size_t way) const { return (ways_ >> way & 1) != 0; }
    // Calls visit(std::size_t way) for those that are ranked.
    template <typename Visit>
    void for_each_way(const Visit& visit) {
        visit(std::size_t{0});
        for (unsigned left = ways_ & ~1U; left != 0; left &= left - 1) {
            visit(static_cast<std::size_t>(std::countr_zero(left)));
        }
    }

    void include(Node* node) {
        for_each_way([&](std::size_t way) { ranked_[way].insert({key_of(node, way), node}); });
    }
    void exclude(Node* node) {
        for_each_way([&](std::size_t way) { ranked_[way].erase(key_of(node, way)); });
    }

    Rank rank_;
    std::array<RankedNodes, kNumWays> ranked_;
    unsigned ways_ = 1;        // those that are ranked, a bit each; the first always is
    NodeVector later_;         // a heap, the oldest first; all are younger than candidates
    Node* youngest_ = nullptr; // of the candidates; null where that is not known
};

} // namespace jacquard::ir3
