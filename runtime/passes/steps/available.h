#pragma once

#include <jacquard/nir/shader.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::nir {

// Whether an instruction may be replaced by an equal one that was executed before.
[[nodiscard]] inline bool may_merge(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::alu:
    case InstructionKind::constant:
    case InstructionKind::deref:
    case InstructionKind::phi:
    case InstructionKind::texture: return true;
    case InstructionKind::intrinsic: {
        const auto& intrinsic = *instruction.as<IntrinsicInstruction>();
        return intrinsic.info().can_eliminate && intrinsic.info().can_reorder &&
               intrinsic.value.num_components != 0;
    }
    default: return false;
    }
}

// What has been computed on the way from the start of the function to the instruction at hand: an
// open hash table that grows by need.
class AvailableInstructions {
  public:
    AvailableInstructions() : slots_(kFirstSize) { entries_.reserve(kFirstSize / 2 + 1); }

    // Forgets everything and keeps the memory.
    void clear();

    // To be called before the instructions of each block; blocks come in preorder of the dominator
    // tree. What was computed on other ways is forgotten.
    void enter(const Block& block);

    // Replaces an instruction by an equal one that is available, which becomes exact when one of
    // them was. The instruction then has no uses left. True when that is.
    bool merge(Instruction& instruction) {
        Instruction* earlier = may_merge(instruction) ? find_or_add(instruction) : nullptr;
        if (earlier == nullptr || earlier == &instruction) {
            return false;
        }
        replace(instruction, *earlier);
        return true;
    }

  private:
    static constexpr std::size_t kFirstSize = 1024;

    struct Entry {
        Instruction* instruction;
        std::uint32_t hash;
    };
    struct Open {
        const Block* block;
        std::size_t num_entries; // when it was entered
    };

    [[nodiscard]] std::size_t first_slot(std::uint32_t hash) const { return hash & last_slot_; }
    [[nodiscard]] std::size_t slot_after(std::size_t slot) const { return (slot + 1) & last_slot_; }
    // An equal instruction that is available; null when there is none, and then this one is.
    [[nodiscard]] Instruction* find_or_add(Instruction& instruction);
    // The same from a slot on that is taken.
    [[nodiscard]] Instruction* find_or_add_behind(std::size_t slot, std::uint32_t hash,
                                                  Instruction& instruction);
    void add(std::size_t slot, std::uint32_t hash, Instruction& instruction);
    static void replace(Instruction& instruction, Instruction& earlier);
    void take_back(std::size_t num_entries);
    void grow();

    std::vector<std::uint32_t> slots_; // one more than an entry; 0: free
    std::size_t last_slot_ = kFirstSize - 1;
    std::vector<Entry> entries_; // oldest first
    std::vector<Open> open_;     // blocks that dominate the one at hand, and that one
};

} // namespace jacquard::nir
