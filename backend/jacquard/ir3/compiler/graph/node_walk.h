#pragma once

#include <jacquard/ir3/compiler/graph/node.h>

#include <cstddef>
#include <span>

namespace jacquard::ir3 {

// Goes through a list of nodes, forwards or backwards; the list must not change meanwhile. In the
// order of a schedule they stand anywhere, and large shaders are larger than caches, so where there
// are many it asks the memory for those that come next.
template <std::ptrdiff_t step>
class NodeWalk {
  public:
    class Iterator {
      public:
        Iterator(Node* const* nodes, std::ptrdiff_t at, std::ptrdiff_t last_fetch)
            : nodes_(nodes), at_(at), last_fetch_(last_fetch) {}
        Node* operator*() const { return nodes_[at_]; }
        Iterator& operator++() {
            at_ += step;
            if ((last_fetch_ - at_) * step >= 0) {
                fetch();
            }
            return *this;
        }
        bool operator==(const Iterator& other) const { return at_ == other.at_; }

      private:
        void fetch() const {
            const Node* node = nodes_[at_ + kNodesAhead * step];
            __builtin_prefetch(node);
            __builtin_prefetch(&node->dst);
            // This one has come in the meantime.
            __builtin_prefetch(nodes_[at_ + kSourcesAhead * step]->first_source);
        }

        Node* const* nodes_;
        std::ptrdiff_t at_;
        std::ptrdiff_t last_fetch_; // where the last of the list is asked for
    };

    explicit NodeWalk(std::span<Node* const> nodes) : nodes_(nodes) {}

    [[nodiscard]] Iterator begin() const { return {nodes_.data(), first(), last_fetch()}; }
    [[nodiscard]] Iterator end() const { return {nodes_.data(), behind(), behind()}; }

  private:
    static constexpr std::ptrdiff_t kNodesAhead = 8;
    static constexpr std::ptrdiff_t kSourcesAhead = 4;
    // Fewer are in the cache anyway.
    static constexpr std::ptrdiff_t kMany = 1024;

    [[nodiscard]] std::ptrdiff_t count() const { return std::ssize(nodes_); }
    [[nodiscard]] std::ptrdiff_t first() const { return step > 0 ? 0 : count() - 1; }
    [[nodiscard]] std::ptrdiff_t behind() const { return first() + count() * step; }
    [[nodiscard]] std::ptrdiff_t last_fetch() const {
        return count() < kMany ? first() - step : behind() - (kNodesAhead + 1) * step;
    }

    std::span<Node* const> nodes_;
};

[[nodiscard]] inline NodeWalk<1> in_order(std::span<Node* const> nodes) {
    return NodeWalk<1>(nodes);
}
[[nodiscard]] inline NodeWalk<-1> in_reverse(std::span<Node* const> nodes) {
    return NodeWalk<-1>(nodes);
}

} // namespace jacquard::ir3
