#include <jacquard/nir/dominance.h>
#include <jacquard/passes/common_subexpressions.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace jacquard::nir {
namespace {

bool may_merge(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::alu:
    case InstructionKind::constant: return true;
    case InstructionKind::intrinsic: {
        const auto& intrinsic = *instruction.as<IntrinsicInstruction>();
        return intrinsic.info().can_eliminate && intrinsic.info().can_reorder &&
               intrinsic.value.num_components != 0;
    }
    default: return false;
    }
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 29);
}

std::uint64_t bits_of(const SsaDef* value) {
    return reinterpret_cast<std::uintptr_t>(value) >> 4;
}

std::uint64_t hash_source(const AluSource& source, unsigned count) {
    std::uint64_t hash = bits_of(source.ssa);
    for (unsigned c = 0; c < count; ++c) {
        hash = hash * 31 + source.swizzle[c];
    }
    return hash;
}

std::uint64_t hash_of(const Instruction& instruction) {
    const SsaDef& value = *instruction.def();
    std::uint64_t hash =
        mix(static_cast<std::uint64_t>(instruction.kind) << 16,
            static_cast<std::uint64_t>(value.bit_size) << 8 | value.num_components);
    if (const auto* alu = instruction.as<AluInstruction>()) {
        hash = mix(hash, static_cast<std::uint64_t>(alu->opcode));
        unsigned first = 0;
        if (alu->info().is_commutative) {
            // Equal whichever of the two comes first.
            hash = mix(hash, hash_source(alu->first_source[0], alu->source_components(0)) +
                                 hash_source(alu->first_source[1], alu->source_components(1)));
            first = 2;
        }
        for (unsigned i = first; i < alu->num_sources; ++i) {
            hash = mix(hash, hash_source(alu->first_source[i], alu->source_components(i)));
        }
    } else if (const auto* constant = instruction.as<ConstantInstruction>()) {
        for (const ConstantValue& component : constant->components()) {
            hash = mix(hash, component.u64);
        }
    } else if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
        hash = mix(hash, static_cast<std::uint64_t>(intrinsic->op));
        for (const Source& source : intrinsic->sources()) {
            hash = mix(hash, bits_of(source.ssa));
        }
        for (unsigned i = 0; i < intrinsic->info().num_indices; ++i) {
            hash = mix(hash, static_cast<std::uint64_t>(intrinsic->indices[i]));
        }
    }
    return hash;
}

bool equal_sources(const AluInstruction& a, unsigned i, const AluInstruction& b, unsigned j) {
    const AluSource& x = a.first_source[i];
    const AluSource& y = b.first_source[j];
    return x.ssa == y.ssa &&
           std::equal(x.swizzle.begin(), x.swizzle.begin() + a.source_components(i),
                      y.swizzle.begin());
}

bool equal(const AluInstruction& a, const AluInstruction& b) {
    if (a.opcode != b.opcode) {
        return false;
    }
    unsigned first = 0;
    if (a.info().is_commutative) {
        const bool straight = equal_sources(a, 0, b, 0) && equal_sources(a, 1, b, 1);
        if (!straight && !(equal_sources(a, 0, b, 1) && equal_sources(a, 1, b, 0))) {
            return false;
        }
        first = 2;
    }
    for (unsigned i = first; i < a.num_sources; ++i) {
        if (!equal_sources(a, i, b, i)) {
            return false;
        }
    }
    return true;
}

bool equal(const IntrinsicInstruction& a, const IntrinsicInstruction& b) {
    if (a.op != b.op || a.component_count != b.component_count) {
        return false;
    }
    for (unsigned i = 0; i < a.num_sources; ++i) {
        if (a.first_source[i].ssa != b.first_source[i].ssa) {
            return false;
        }
    }
    return std::equal(a.indices, a.indices + a.info().num_indices, b.indices);
}

bool equal(const Instruction& a, const Instruction& b) {
    const SsaDef& x = *a.def();
    const SsaDef& y = *b.def();
    if (a.kind != b.kind || x.bit_size != y.bit_size || x.num_components != y.num_components) {
        return false;
    }
    if (const auto* alu = a.as<AluInstruction>()) {
        return equal(*alu, *b.as<AluInstruction>());
    }
    if (const auto* intrinsic = a.as<IntrinsicInstruction>()) {
        return equal(*intrinsic, *b.as<IntrinsicInstruction>());
    }
    return std::memcmp(a.as<ConstantInstruction>()->values, b.as<ConstantInstruction>()->values,
                       sizeof(ConstantValue) * x.num_components) == 0;
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
            if (slots_[at].tag == tag && equal(*other, *instruction)) {
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
