#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace jacquard::ir3 {

// The values that cross the edges between blocks, and where.
//
// What a phi reads is read at the end of the predecessor, and the phi itself is made at the
// beginning of its block.
//
// Values times blocks: where many live long, that is much more than the graph itself, so each takes
// one number of 32 bits a block that it enters or leaves.
class Liveness {
    static constexpr unsigned kFlagBits = 2;

  public:
    // A value may be live at the beginning of a block, at its end, or at both.
    static constexpr std::uint32_t kEnters = 1;
    static constexpr std::uint32_t kLeaves = 2;

    // Crossings as they are found: all of a value, one value after the other.
    class Found {
      public:
        explicit Found(MemoryPool& pool) : values_(pool), ends_(pool), crossings_(pool) {}

        void add(std::uint32_t block, std::uint32_t flags) {
            crossings_.push_back(block << kFlagBits | flags);
        }
        // Makes the crossings that were added since the last value ended those of this one.
        void end_value(Node* value) {
            values_.push_back(value);
            ends_.push_back(static_cast<std::uint32_t>(crossings_.size()));
        }

      private:
        friend Liveness;

        NodeVector values_;
        PoolVector<std::uint32_t> ends_;      // by value: of its crossings
        PoolVector<std::uint32_t> crossings_; // a block and flags
    };

    // The values that are live at one edge of a block, in the order in which they were added.
    class Range {
      public:
        class Iterator {
          public:
            Iterator(const Range& range, const std::uint32_t* at) : range_(range), at_(at) {
                find();
            }
            Node* operator*() const { return range_.values_[*at_ >> kFlagBits]; }
            Iterator& operator++() {
                ++at_;
                find();
                return *this;
            }
            bool operator==(const Iterator& other) const { return at_ == other.at_; }

          private:
            void find() {
                while (at_ != range_.end_ && (*at_ & range_.flag_) == 0) {
                    ++at_;
                }
            }

            const Range& range_;
            const std::uint32_t* at_;
        };

        Range() = default;
        Range(Node* const* values, std::span<const std::uint32_t> items, std::uint32_t flag)
            : values_(values), first_(items.data()), end_(items.data() + items.size()),
              flag_(flag) {}
        [[nodiscard]] Iterator begin() const { return {*this, first_}; }
        [[nodiscard]] Iterator end() const { return {*this, end_}; }

      private:
        Node* const* values_ = nullptr;
        const std::uint32_t* first_ = nullptr;
        const std::uint32_t* end_ = nullptr;
        std::uint32_t flag_ = 0;
    };

    Liveness(std::size_t num_blocks, MemoryPool& pool)
        : values_(pool), firsts_(num_blocks + 1, 0, pool), items_(pool) {}

    // By index of the block; a value stands there once. Valid until something is added.
    [[nodiscard]] Range live_in(std::uint32_t block) const {
        return {values_.data(), items_of(block), kEnters};
    }
    [[nodiscard]] Range live_out(std::uint32_t block) const {
        return {values_.data(), items_of(block), kLeaves};
    }
    // How many cross edges, counted for each block.
    [[nodiscard]] std::size_t num_crossings() const { return items_.size(); }

    void add(const Found& found);

    // Takes values out of which is_gone(const Node*) says so.
    template <typename IsGone>
    void remove_if(IsGone&& is_gone) {
        std::uint32_t kept = 0;
        std::uint32_t at = 0;
        for (std::size_t block = 0; block + 1 < firsts_.size(); ++block) {
            firsts_[block] = kept;
            for (; at < firsts_[block + 1]; ++at) {
                if (!is_gone(values_[items_[at] >> kFlagBits])) {
                    items_[kept++] = items_[at];
                }
            }
        }
        firsts_.back() = kept;
        items_.resize(kept);
    }

  private:
    [[nodiscard]] std::span<const std::uint32_t> items_of(std::uint32_t block) const {
        return std::span(items_).subspan(firsts_[block], firsts_[block + 1] - firsts_[block]);
    }

    NodeVector values_;
    PoolVector<std::uint32_t> firsts_; // by block: where its items begin, and behind the last
    PoolVector<std::uint32_t> items_;  // the place of a value above, and flags
};

// Throws BudgetExceeded where the budget of the graph's arena does not suffice.
[[nodiscard]] Liveness compute_liveness(Graph& graph);

// A node that has gone to another block than it was in.
struct MovedNode {
    Node* node = nullptr;
    Block* from = nullptr;
};
// Brings it up to date. The same may be thrown.
void update_liveness(Graph& graph, std::span<const MovedNode> moved, Liveness& liveness);

} // namespace jacquard::ir3
