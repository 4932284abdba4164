#include <jacquard/nir/analysis/instruction_equality.h>
#include <jacquard/passes/steps/available.h>

namespace jacquard::nir {

void AvailableInstructions::enter(const Block& block) {
    while (!open_.empty() && !open_.back().block->dominates(&block)) {
        take_back(open_.back().num_entries);
        open_.pop_back();
    }
    open_.push_back({&block, entries_.size()});
}

inline void AvailableInstructions::add(std::size_t slot, std::uint32_t hash,
                                       Instruction& instruction) {
    entries_.push_back({&instruction, hash});
    slots_[slot] = static_cast<std::uint32_t>(entries_.size());
    if (2 * entries_.size() > last_slot_) {
        grow();
    }
}

Instruction* AvailableInstructions::find_or_add(Instruction& instruction) {
    const auto hash = static_cast<std::uint32_t>(hash_of(instruction));
    const std::size_t slot = first_slot(hash);
    if (slots_[slot] != 0) {
        return find_or_add_behind(slot, hash, instruction);
    }
    add(slot, hash, instruction);
    return nullptr;
}

Instruction* AvailableInstructions::find_or_add_behind(std::size_t slot, std::uint32_t hash,
                                                       Instruction& instruction) {
    for (; slots_[slot] != 0; slot = slot_after(slot)) {
        const std::size_t place = slots_[slot] - 1;
        Entry& entry = entries_[place];
        if (entry.hash != hash) {
            continue;
        }
        if (entry.instruction->block != nullptr) {
            if (computes_equal(*entry.instruction, instruction)) {
                return entry.instruction;
            }
        } else if (place >= open_.back().num_entries) {
            // The entry of one that is gone; without this they would become many where the same is
            // computed and dropped again and again.
            entry.instruction = &instruction;
            return nullptr;
        }
    }
    add(slot, hash, instruction);
    return nullptr;
}

void AvailableInstructions::replace(Instruction& instruction, Instruction& earlier) {
    if (auto* alu = earlier.as<AluInstruction>()) {
        alu->exact |= instruction.as<AluInstruction>()->exact;
    }
    instruction.def()->rewrite_uses(earlier.def());
}

void AvailableInstructions::clear() {
    take_back(0);
    open_.clear();
}

// The newest entry ends every probe that reaches it, so taking back in this order leaves no hole.
void AvailableInstructions::take_back(std::size_t num_entries) {
    while (entries_.size() > num_entries) {
        std::size_t slot = first_slot(entries_.back().hash);
        while (slots_[slot] != entries_.size()) {
            slot = slot_after(slot);
        }
        slots_[slot] = 0;
        entries_.pop_back();
    }
}

// Entries go in again from oldest to newest, which keeps what take_back() needs.
void AvailableInstructions::grow() {
    slots_.assign(slots_.size() * 4, 0);
    last_slot_ = slots_.size() - 1;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        std::size_t slot = first_slot(entries_[i].hash);
        while (slots_[slot] != 0) {
            slot = slot_after(slot);
        }
        slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
}

} // namespace jacquard::nir
