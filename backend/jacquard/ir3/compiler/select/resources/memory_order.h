#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <span>

namespace jacquard::ir3 {

// The dependencies among accesses to memory within a block.
//
// Two accesses that may reach the same bytes, one of which changes them, stay in the order of the
// program, and every access stays on its side of a barrier. Lanes that are killed change nothing
// any more and have done so before; what they read does not matter. An access names what changed
// its memory last and, where it changes it itself, what has come since: all that was earlier is in
// front of that anyway, as what changes memory is never left out later.
class MemoryOrder {
  public:
    explicit MemoryOrder(MemoryPool& pool) : pool_(pool) {}

    // A block begins.
    void clear();

    // Each returns the nodes that must precede the node, in the order of the program and without
    // repetition; the list is valid until the next
    // call. Spaces are any numbers for kinds of memory of which none reaches bytes of another.
    std::span<Node* const> read(Node& node, int space);
    std::span<Node* const> change(Node& node, int space);
    // Adds the nodes of another space that must precede the node of the previous call.
    std::span<Node* const> also_change(Node& node, int space);
    std::span<Node* const> kill(Node& node);
    std::span<Node* const> barrier(Node& node);

  private:
    struct Space {
        int number;
        Node* last_change; // null: none
        NodeVector since;  // reads and kills
    };

    Space& space(int number);
    template <typename Visit>
    void for_each_space(Visit&& visit) {
        visit(others_);
        for (Space& space : spaces_) {
            visit(space);
        }
    }
    void list_last_change(const Space& space) {
        if (space.last_change != nullptr) {
            listed_.push_back(space.last_change);
        }
    }
    std::span<Node* const> in_program_order();

    MemoryPool& pool_;
    Space others_{0, nullptr, NodeVector(pool_)}; // all that were not accessed yet
    PoolVector<Space> spaces_{pool_};
    NodeVector listed_{pool_};
};

} // namespace jacquard::ir3
