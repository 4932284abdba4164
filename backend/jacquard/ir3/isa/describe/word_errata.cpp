#include <jacquard/ir3/isa/describe/word_errata.h>
#include <jacquard/ir3/isa/instruction/data_types.h>
#include <jacquard/ir3/isa/instruction/operand.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// A register of the lanes, each with a value of its own.
bool is_of_lanes(const Operand& operand) {
    return operand.kind == OperandKind::relative_gpr ||
           (operand.kind == OperandKind::gpr && operand.number < kSharedRegisterFirst);
}

// Whether both do the same, whatever flags they carry.
bool copy_alike(const Instruction& one, const Instruction& other) {
    return one.dst.number == other.dst.number && one.src0.value == other.src0.value &&
           one.size == other.size && one.type == other.type;
}

} // namespace

void WordErrata::add(const Instruction& instruction, bool is_idle, unsigned slots) {
    const auto at = static_cast<std::uint32_t>(words_.size());
    const OpcodeInfo& info = opcode_info(revision_, instruction.opcode);
    words_.push_back({info.action, is_idle, slots, std::int64_t{at} + instruction.target});
    check_alone(at, instruction, info);
    check_copy(at, instruction, info);
    if (machine_.alias_line != 0) {
        check_alias(at, instruction);
    }
}

std::vector<WordErratum> WordErrata::find() && {
    if (shared_copy_.open) {
        found(FaultKind::unreliable, shared_copy_.at,
              " copies push constants once, which is not reliable on this part");
    }
    if (!table_.empty()) {
        found(FaultKind::alias_table, first_of_table_, " begins aliases that no lookup reads");
    }
    check_predication();
    std::stable_sort(
        errata_.begin(), errata_.end(),
        [](const WordErratum& a, const WordErratum& b) { return a.instruction < b.instruction; });
    return std::move(errata_);
}

void WordErrata::check_alone(std::uint32_t at, const Instruction& instruction,
                             const OpcodeInfo& info) {
    if (info.action == Action::end && instruction.jump_target && !machine_.end_as_jump_target) {
        found(FaultKind::dead_mark, at, " is marked (jp), which has no effect there on this part");
    }
    if (info.action == Action::convert && instruction.dst.is_shared()) {
        check_move(at, instruction);
    }
    const Operand& last = instruction.src2;
    if (info.category == Category::three_sources && !machine_.relative_from_zero &&
        last.is_relative() && last.value == 0) {
        found(FaultKind::unreliable, at,
              " has what a0.x names without an offset as its last source, which is not reliable on "
              "this part");
    }
}

void WordErrata::check_move(std::uint32_t at, const Instruction& instruction) {
    const bool converts = instruction.src_type != instruction.dst_type;
    const bool of_lanes = is_of_lanes(instruction.src0);
    const bool has_floats = is_one_of(instruction.src_type, kFloatTypes) ||
                            is_one_of(instruction.dst_type, kFloatTypes);
    if (of_lanes && !converts && instruction.dst.half && !machine_.half_moves_to_shared) {
        found(FaultKind::unreliable, at,
              " moves a half register of the lanes to one that they share, which is not reliable "
              "on this part");
    } else if (of_lanes && converts &&
               (has_floats ||
                (instruction.src_type == DataType::u8 && instruction.dst_type == DataType::s32))) {
        found(FaultKind::unreliable, at,
              " converts a register of the lanes to one that they share, which no part does "
              "reliably");
    } else if (instruction.src0.is_shared() && converts && !machine_.scalar_alu) {
        found(FaultKind::unreliable, at,
              " converts a register that lanes share to another, which is not reliable on this "
              "part");
    } else if (!of_lanes && !has_floats && machine_.scalar_alu &&
               !machine_.narrows_shared_integers &&
               memory_bytes(instruction.dst_type) < memory_bytes(instruction.src_type)) {
        found(FaultKind::unreliable, at,
              " converts an integer of all lanes to fewer bits, which is not reliable on this "
              "part");
    }
}

// The second copy follows the first, with (ss) on the way.
void WordErrata::check_copy(std::uint32_t at, const Instruction& instruction,
                            const OpcodeInfo& info) {
    if (machine_.copies_shared_words_once) {
        return;
    }
    SharedCopy& last = shared_copy_;
    last.arrived = last.arrived || instruction.sync_short;
    if (info.action != Action::shared_constant_store) {
        return;
    }
    if (last.open && last.arrived && copy_alike(last.copy, instruction)) {
        last.open = false;
        return;
    }
    if (last.open) {
        found(FaultKind::unreliable, last.at,
              " copies push constants once, which is not reliable on this part");
    }
    last = {true, false, at, instruction};
}

// The first word of a table says how many there are, and a lookup reads them.
void WordErrata::check_alias(std::uint32_t at, const Instruction& instruction) {
    if (AliasTable::is_entry(instruction, revision_)) {
        const bool is_first = table_.empty();
        first_of_table_ = is_first ? at : first_of_table_;
        if (!table_.add(instruction)) {
            found(FaultKind::alias_table, at,
                  instruction.alias_left != 0
                      ? " counts aliases, but is not the first of them"
                      : " is one alias more than the first of its table announces");
        }
        if (is_first && follows_target_alias_) {
            found(FaultKind::alias_table, at,
                  " follows an alias of a render target, where this part hangs");
        }
    } else if (!table_.empty() && AliasTable::is_reader(instruction, revision_)) {
        check_table(at);
        table_.clear();
    }
    follows_target_alias_ = opcode_info(revision_, instruction.opcode).action == Action::alias &&
                            instruction.alias_scope == AliasScope::render_target;
}

void WordErrata::check_table(std::uint32_t reader) {
    if (!table_.complete()) {
        found(FaultKind::alias_table, first_of_table_,
              " announces " + counted(table_.num_expected(), "alias word") + ", and " +
                  std::to_string(table_.entries().size()) + " stand here");
    } else if (first_of_table_ / machine_.alias_line != reader / machine_.alias_line) {
        found(FaultKind::alias_table, first_of_table_,
              " and instruction " + std::to_string(reader) +
                  ", which reads by it, stand in two lines of the cache, where this part may hang");
    }
}

// Looks behind the beginning of a second side, and behind the end of a part.
void WordErrata::check_predication() {
    if (machine_.nops_at_other_side == 0 && machine_.nops_after_predication == 0) {
        return;
    }
    bool is_open = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        const bool begins = words_[i].action == Action::predicate_true ||
                            words_[i].action == Action::predicate_false;
        const bool ends = words_[i].action == Action::predicate_end;
        const unsigned needed = ends                ? machine_.nops_after_predication
                                : begins && is_open ? machine_.nops_at_other_side
                                                    : 0;
        is_open = begins || (is_open && !ends);
        const unsigned slots = slots_of_rest(i + 1, needed);
        if (slots < needed) {
            found(FaultKind::predication_slots, static_cast<std::uint32_t>(i),
                  " is followed by " + counted(slots, "slot") +
                      " in which nothing is done; this part needs " + std::to_string(needed));
        }
    }
}

// Counts slots of the words that are executed from one on, up to as many as are enough.
unsigned WordErrata::slots_of_rest(std::size_t from, unsigned enough) const {
    unsigned slots = 0;
    for (std::size_t gone = 0; slots < enough && gone < words_.size() && from < words_.size();
         ++gone) {
        const Word& word = words_[from];
        if (word.action == Action::jump && word.target >= 0) {
            from = static_cast<std::size_t>(word.target);
            continue;
        }
        if (!word.idle) {
            break;
        }
        slots += word.slots;
        ++from;
    }
    return slots;
}

} // namespace jacquard::ir3
