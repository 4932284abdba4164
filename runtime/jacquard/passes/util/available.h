#pragma once

#include <jacquard/nir/analysis/memory/counted_access.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/util/notes.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::nir {

// Returns true if an instruction may be replaced by an equal one that was executed before.
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
               intrinsic.value.num_components != 0 && !is_counted(intrinsic);
    }
    default: return false;
    }
}

// The instructions that have been computed on the way from the start of the function to the current
// one.
//
// What is equal reads the same values. So an ALU instruction that reads one with few uses is only
// compared with what else reads that, and most often nothing does. Others, and what is no ALU
// instruction, are found in an open hash table that grows by need. Where an instruction reads
// values with many uses only, those that read the first of them and are available are put there,
// and from then on all that read it.
class AvailableInstructions {
  public:
    // `lines` are those of the shader that the instructions belong to.
    explicit AvailableInstructions(SourceContext& lines) : lines_(lines), slots_(kFirstSize) {
        entries_.reserve(kFirstSize / 4);
    }

    // Must be called before the instructions of a function, with the notes of this class cleared
    // (see notes.h). Instructions come in order, blocks in preorder of the dominator tree.
    void clear();

    // Replaces an instruction by an equal one that is available, as merge_equal.h has it. The
    // instruction then has no uses left. True when that is.
    bool merge(Instruction& instruction);
    bool merge(ConstantInstruction& constant) { return merge_listed(constant); }
    // The same where the notes of those that make what it reads are known, joined by `or`.
    bool merge(AluInstruction& alu, std::uint32_t makers) {
        if ((makers & note::kIsListed) == 0 && reads_alone(alu)) {
            alu.index |= note::kIsAvailable;
            return false;
        }
        return merge_known(alu, (makers & note::kIsListed) != 0);
    }

  private:
    static constexpr std::size_t kFirstSize = 256;
    static constexpr unsigned kFewUses = 4;

    struct Readers {
        AluInstruction* found = nullptr;
        bool are_all = false; // an instruction that is not found here is not available
    };
    struct Entry {
        Instruction* instruction;
        std::uint32_t hash;
    };

    [[nodiscard]] static bool reads_alone(const AluInstruction& alu) {
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            if (alu.first_source[i].ssa->has_one_use()) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] std::size_t first_slot(std::uint32_t hash) const { return hash & last_slot_; }
    [[nodiscard]] std::size_t slot_after(std::size_t slot) const { return (slot + 1) & last_slot_; }
    bool merge_listed(Instruction& instruction);
    bool merge_known(AluInstruction& alu, bool is_listed);
    // Looks for an equal instruction among what reads a value with few uses.
    [[nodiscard]] static Readers readers_like(const AluInstruction& alu);
    void list_readers(const SsaDef& value, const Block& at);
    // An equal instruction of the table that is available in a block; null when there is none, and
    // then this one is.
    [[nodiscard]] Instruction* find_or_add(Instruction& instruction, const Block& at);
    void grow();

    SourceContext& lines_;
    std::vector<std::uint32_t> slots_; // one more than an entry; 0: free
    std::size_t last_slot_ = kFirstSize - 1;
    std::vector<Entry> entries_;
};

} // namespace jacquard::nir
