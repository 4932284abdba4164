#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jacquard::ir3 {

// The value that a phi in memory has on one way to it.
struct PrivateMove {
    const Node* phi = nullptr;
    std::uint32_t to = 0;
    std::uint32_t from = ~0U;     // a slot
    Node* value = nullptr;        // or a register
    const Node* remade = nullptr; // or what is computed again
};

// Writes loads and stores of slots of private memory, which lie behind what the shader has there.
// Those of one slot stay in their order within a block.
class PrivateAccess {
  public:
    static constexpr std::uint32_t kSlotBytes = 4;

    explicit PrivateAccess(Graph& graph);

    // Appends to the nodes of a block. What is loaded is a value like the one given.
    Node* load(Block& block, std::uint32_t slot, const Node& value, NodeVector& nodes);
    Node* remake(Block& block, const Node& value, NodeVector& nodes);
    void store(Block& block, std::uint32_t slot, Node* value, NodeVector& nodes);
    // All of them at once, as phis read before any of them is written.
    void move(Block& block, std::vector<PrivateMove> moves, NodeVector& nodes);
    void leave_block() { accesses_.clear(); }
    // Puts what all accesses need into the program and counts the memory of so many slots.
    void finish(std::uint32_t num_slots);

  private:
    // The accesses of a slot in the block that is being spilled.
    struct Accesses {
        Node* store = nullptr;
        std::vector<Node*> loads; // since then
    };

    Node* access(Block& block, std::uint32_t slot, Opcode opcode, std::size_t num_sources,
                 NodeVector& nodes);

    Graph& graph_;
    std::uint32_t first_byte_;
    Node* base_;                                           // the address of the first slot
    std::unordered_map<std::uint32_t, Accesses> accesses_; // by slot
};

} // namespace jacquard::ir3
