#pragma once

#include <jacquard/generated/ir3/registers.h>
#include <jacquard/ir3/compiler/graph/liveness.h>

#include <array>
#include <cstdint>

namespace jacquard::ir3 {

// The one value of a0.x and the few predicates that are wanted at a time, by their writers.
class HeldRegisters {
  public:
    void start() {
        address_ = nullptr;
        predicates_ = {};
    }

    [[nodiscard]] Node* address() const { return address_; }
    [[nodiscard]] const auto& predicates() const { return predicates_; }

    // The lowest predicate that is free; their number where none is.
    [[nodiscard]] unsigned free_predicate() const {
        unsigned number = 0;
        while (number < kPredicateRegisterComponents && predicates_[number] != nullptr) {
            ++number;
        }
        return number;
    }

    // Keeps what a node writes, if that is one of them, and gives a predicate its number.
    void hold(Node& node) {
        if (node.dst.kind == RegisterKind::address) {
            address_ = &node;
        } else if (node.dst.kind == RegisterKind::predicate) {
            const unsigned number = free_predicate();
            node.dst.number = static_cast<std::uint16_t>(number);
            predicates_[number] = &node;
        }
    }
    // Nobody will read the value any more.
    void release(const Node* value) {
        if (value == address_) {
            address_ = nullptr;
        }
        for (Node*& predicate : predicates_) {
            if (predicate == value) {
                predicate = nullptr;
            }
        }
    }

  private:
    Node* address_ = nullptr;
    std::array<Node*, kPredicateRegisterComponents> predicates_{};
};

} // namespace jacquard::ir3
