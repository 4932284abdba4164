#pragma once

#include <jacquard/ir3/compiler/schedule/ranked_nodes.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace jacquard::ir3 {

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
          later_(pool), ages_(pool) {}

    void clear() {
        for (RankedNodes& ranked : ranked_) {
            ranked.clear();
        }
        ways_ = 1;
        later_.clear();
        ages_.clear();
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
    static constexpr std::size_t kMostAges = 4 * kMostCandidates;

    [[nodiscard]] std::int64_t key_of(const Node* node, std::size_t way) const {
        return order_key(rank_(node, way), *node);
    }

    static bool is_older(const Node* a, const Node* b) { return a->index < b->index; }
    static bool is_younger(const Node* a, const Node* b) { return a->index > b->index; }

    // By its place in the block, not by pointers that have to be followed.
    struct Age {
        std::uint32_t index;
        Node* node;
        friend bool operator<(const Age& a, const Age& b) { return a.index < b.index; }
    };

    // Some candidate is there.
    [[nodiscard]] Node* youngest_candidate() {
        if (youngest_ != nullptr) {
            return youngest_;
        }
        if (ages_.empty()) {
            for (const RankedNodes::Entry& entry : ranked_[0].entries()) {
                ages_.push_back({entry.node->index, entry.node});
            }
            std::make_heap(ages_.begin(), ages_.end());
        }
        while (!ranked_[0].has(key_of(ages_.front().node, 0))) {
            std::pop_heap(ages_.begin(), ages_.end());
            ages_.pop_back();
        }
        youngest_ = ages_.front().node;
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
        if (ages_.size() == kMostAges) {
            ages_.clear(); // mostly those that have gone
        } else if (!ages_.empty()) {
            ages_.push_back({node->index, node});
            std::push_heap(ages_.begin(), ages_.end());
        }
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
    // All candidates and some that have gone, a heap, the youngest first; empty until it is asked
    // for.
    PoolVector<Age> ages_;
};

} // namespace jacquard::ir3
