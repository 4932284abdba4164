#include <jacquard/nir/analysis/instruction_equality.h>
#include <jacquard/passes/util/available.h>
#include <jacquard/passes/util/merge_equal.h>

namespace jacquard::nir {

namespace {

// In a function of one block, dominance is not computed.
bool is_available(const Instruction& instruction, const Block& at) {
    return instruction.block == &at ||
           (instruction.block != nullptr && instruction.block->dominates(&at));
}

} // namespace

bool AvailableInstructions::merge(Instruction& instruction) {
    if (auto* alu = instruction.as<AluInstruction>()) {
        std::uint32_t makers = 0;
        for (const AluSource& source : alu->sources()) {
            makers |= source.ssa->instruction->index;
        }
        return merge(*alu, makers);
    }
    return may_merge(instruction) && merge_listed(instruction);
}

// One for which the table is all there is.
bool AvailableInstructions::merge_listed(Instruction& instruction) {
    Instruction* earlier = find_or_add(instruction, *instruction.block);
    if (earlier == nullptr || earlier == &instruction) {
        return false;
    }
    merge_equal(*earlier, instruction, lines_);
    return true;
}

bool AvailableInstructions::merge_known(AluInstruction& alu, bool is_listed) {
    const Readers readers = is_listed ? Readers{} : readers_like(alu);
    Instruction* earlier = readers.found;
    if (!readers.are_all) {
        if (!is_listed && alu.num_sources != 0) {
            list_readers(*alu.first_source[0].ssa, *alu.block);
        }
        earlier = find_or_add(alu, *alu.block);
    }
    if (earlier == nullptr) {
        alu.index |= note::kIsAvailable;
        return false;
    }
    merge_equal(*earlier, alu, lines_);
    return true;
}

AvailableInstructions::Readers AvailableInstructions::readers_like(const AluInstruction& alu) {
    for (const AluSource& source : alu.sources()) {
        unsigned left = kFewUses;
        const Source* use = source.ssa->first_use;
        for (; use != nullptr && left != 0; use = use->next_use, --left) {
            Instruction* reader = use->instruction();
            if (reader == nullptr || (reader->index & note::kIsAvailable) == 0) {
                continue;
            }
            auto* other = static_cast<AluInstruction*>(reader);
            if (other->opcode == alu.opcode && is_available(*other, *alu.block) &&
                computes_equal(*other, alu)) {
                return {other, true};
            }
        }
        if (use == nullptr) {
            return {nullptr, true};
        }
    }
    return {};
}

void AvailableInstructions::list_readers(const SsaDef& value, const Block& at) {
    value.instruction->index |= note::kIsListed;
    for (const Source& use : value.uses()) {
        Instruction* reader = use.instruction();
        if (reader != nullptr && (reader->index & note::kIsAvailable) != 0 &&
            is_available(*reader, at)) {
            static_cast<void>(find_or_add(*reader, at));
        }
    }
}

// An entry that is not available any more never will be again.
Instruction* AvailableInstructions::find_or_add(Instruction& instruction, const Block& at) {
    const auto hash = static_cast<std::uint32_t>(hash_of(instruction));
    std::size_t slot = first_slot(hash);
    for (; slots_[slot] != 0; slot = slot_after(slot)) {
        Entry& entry = entries_[slots_[slot] - 1];
        if (entry.hash != hash) {
            continue;
        }
        if (!is_available(*entry.instruction, at)) {
            entry.instruction = &instruction;
            return nullptr;
        }
        if (computes_equal(*entry.instruction, instruction)) {
            return entry.instruction;
        }
    }
    entries_.push_back({&instruction, hash});
    slots_[slot] = static_cast<std::uint32_t>(entries_.size());
    if (2 * entries_.size() > last_slot_) {
        grow();
    }
    return nullptr;
}

void AvailableInstructions::clear() {
    slots_.assign(kFirstSize, 0);
    last_slot_ = kFirstSize - 1;
    entries_.clear();
}

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
