#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <cstdint>

namespace jacquard::ir3 {

// The movs that make constants: one for each value and width that a block reads.
class ConstantNodes {
  public:
    explicit ConstantNodes(MemoryPool& pool)
        : nodes_(std::size_t{1} << kFirstBits, nullptr, pool) {}

    // The mov of a block; null when it has none of this constant yet.
    [[nodiscard]] Node* find(const Block& block, std::uint32_t bits, bool half) const {
        for (std::size_t place = place_of(block, bits, half);; place = behind(place)) {
            Node* node = nodes_[place];
            if (node == nullptr || (node->sources()[0].value == static_cast<std::int32_t>(bits) &&
                                    node->block == &block && node->dst.half == half)) {
                return node;
            }
        }
    }

    // A mov of an immediate that stands in its block, which had none of this constant.
    void add(Node* node) {
        if (++count_ * 2 > nodes_.size()) {
            grow();
        }
        put(node);
    }

  private:
    static constexpr unsigned kFirstBits = 6;

    [[nodiscard]] std::size_t place_of(const Block& block, std::uint32_t bits, bool half) const {
        const std::uint64_t key = std::uint64_t{bits} << 32U | block.index << 1U | (half ? 1U : 0U);
        return key * 0x9e3779b97f4a7c15 >> (64 - size_bits_);
    }
    [[nodiscard]] std::size_t behind(std::size_t place) const {
        return (place + 1) & (nodes_.size() - 1);
    }

    void put(Node* node) {
        const auto bits = static_cast<std::uint32_t>(node->sources()[0].value);
        std::size_t place = place_of(*node->block, bits, node->dst.half);
        while (nodes_[place] != nullptr) {
            place = behind(place);
        }
        nodes_[place] = node;
    }

    void grow() {
        ++size_bits_;
        const NodeVector before = std::move(nodes_);
        nodes_.assign(std::size_t{1} << size_bits_, nullptr);
        for (Node* node : before) {
            if (node != nullptr) {
                put(node);
            }
        }
    }

    NodeVector nodes_; // by hash; open addressing, at most half full
    unsigned size_bits_ = kFirstBits;
    std::size_t count_ = 0;
};

} // namespace jacquard::ir3
