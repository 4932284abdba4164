#include <jacquard/nir/dominance.h>
#include <jacquard/nir/instruction_equality.h>
#include <jacquard/passes/common_subexpressions.h>

#include <algorithm>
#include <vector>

namespace jacquard::nir {
namespace {

bool may_merge(const Instruction& instruction) {
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

// What has been computed on the way from the start of the function to the block at hand: an open
// hash table that grows. Entries of a block are taken back when the walk leaves what it dominates,
// newest first.
class Available {
  public:
    Available() : slots_(kFirstSize) {}

    // An equal instruction that is available; else the instruction itself becomes so.
    Instruction* find_or_add(Instruction* instruction) {
        const std::uint64_t hash = hash_of(*instruction);
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        std::size_t at = hash & (slots_.size() - 1);
        for (; slots_[at].entry != 0; at = (at + 1) & (slots_.size() - 1)) {
            Instruction* other = entries_[slots_[at].entry - 1].instruction;
            if (slots_[at].tag == tag && computes_equal(*other, *instruction)) {
                return other;
            }
        }
        entries_.push_back({instruction, hash, static_cast<std::uint32_t>(at)});
        slots_[at] = {tag, static_cast<std::uint32_t>(entries_.size())};
        if (2 * entries_.size() > slots_.size()) {
            grow();
        }
        return nullptr;
    }

    [[nodiscard]] std::size_t mark() const { return entries_.size(); }
    // The newest entry ends every probe that reaches it, so taking back in this order leaves no
    // hole.
    void take_back(std::size_t mark) {
        while (entries_.size() > mark) {
            slots_[entries_.back().slot] = {};
            entries_.pop_back();
        }
    }

  private:
    static constexpr std::size_t kFirstSize = 256;

    struct Entry {
        Instruction* instruction;
        std::uint64_t hash;
        std::uint32_t slot;
    };
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t entry = 0; // one more than its place in entries_; 0: free
    };

    // Entries go in again from oldest to newest, which keeps what take_back() needs.
    void grow() {
        const std::size_t mask = slots_.size() * 4 - 1;
        slots_.assign(mask + 1, {});
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            std::size_t at = entries_[i].hash & mask;
            while (slots_[at].entry != 0) {
                at = (at + 1) & mask;
            }
            slots_[at] = {static_cast<std::uint32_t>(entries_[i].hash >> 32),
                          static_cast<std::uint32_t>(i + 1)};
            entries_[i].slot = static_cast<std::uint32_t>(at);
        }
    }

    std::vector<Slot> slots_;
    std::vector<Entry> entries_;
};

bool merge_in(Block& block, Available& available) {
    bool changed = false;
    for (Instruction& instruction : block.instructions()) {
        if (!may_merge(instruction)) {
            continue;
        }
        Instruction* earlier = available.find_or_add(&instruction);
        if (earlier == nullptr) {
            continue;
        }
        if (auto* alu = earlier->as<AluInstruction>()) {
            alu->exact |= instruction.as<AluInstruction>()->exact;
        }
        instruction.def()->rewrite_uses(earlier->def());
        instruction.remove();
        changed = true;
    }
    return changed;
}

bool run(Function& function) {
    Available available;
    if (function.first_block()->next == nullptr) {
        return merge_in(*function.first_block(), available);
    }
    compute_dominance(function);
    std::vector<Block*> order;
    for (Block& block : function.blocks()) {
        if (block.dominance_first <= block.dominance_last) {
            order.push_back(&block);
        }
    }
    std::sort(order.begin(), order.end(), [](const Block* a, const Block* b) {
        return a->dominance_first < b->dominance_first;
    });
    struct Open {
        const Block* block;
        std::size_t mark;
    };
    std::vector<Open> open;
    bool changed = false;
    for (Block* block : order) {
        while (!open.empty() && !open.back().block->dominates(block)) {
            available.take_back(open.back().mark);
            open.pop_back();
        }
        open.push_back({block, available.mark()});
        changed |= merge_in(*block, available);
    }
    return changed;
}

} // namespace

bool common_subexpressions(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= run(function);
    }
    return changed;
}

} // namespace jacquard::nir
