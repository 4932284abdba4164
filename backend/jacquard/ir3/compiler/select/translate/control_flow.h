#pragma once

#include <jacquard/ir3/compiler/select/context.h>

namespace jacquard::ir3 {

// Blocks, branches and phis.
class ControlFlow : TranslationPart {
  public:
    explicit ControlFlow(Context& context) : TranslationPart(context) {}

    void begin(const nir::Function& function);
    // The instructions of a block are translated between these two.
    void begin_block(const nir::Block& block);
    void end_block(const nir::Block& block);
    // Makes the branches around what only some lanes do, and to the end for lanes that leave.
    void branch_around();
    // Links the blocks and gives phis their sources, when all values are known.
    void connect(const nir::Function& function);

    void translate_jump(const nir::JumpInstruction& jump);
    void translate_phi(const nir::PhiInstruction& phi);
    // A predicate that tells whether a boolean holds.
    Node* predicate_of(Node* truth);
    // Lets the lanes for which the predicate holds leave the program where they must not go on.
    void leave_when_killed(const nir::IntrinsicInstruction& kill, Node* predicate);
    // Only the lanes for which the predicate holds execute the nodes made until end_skip().
    Block& begin_skip(Node* predicate);
    void end_skip(Block& skipped);

  private:
    // The machine blocks of a block of NIR.
    struct BlockRange {
        Block* first = nullptr;
        Block* last = nullptr;
    };
    // A block that ends with a branch, which is made when the block has all its instructions.
    struct Exit {
        Block* block;
        Node* predicate;
    };

    [[nodiscard]] static bool goes_on(const nir::Block& block);
    void connect_blocks(const nir::Function& function);
    void note_loops(const nir::Function& function);
    void fill_phis(const nir::Block& block);
    Node* branch_on(Node* predicate);

    PoolVector<BlockRange> ranges_{graph_.pool()};     // by index of the block
    PoolVector<std::size_t> positions_{graph_.pool()}; // among the predecessors of a block
    PoolVector<Exit> exits_{graph_.pool()};            // to the end of the program
    PoolVector<Exit> skips_{graph_.pool()};            // around the block that follows
    std::uint32_t end_of_unbounded_loops_ = 0;         // by index of blocks of NIR
    bool lanes_answer_ = false;                        // the shader has operations among lanes
};

} // namespace jacquard::ir3
