#include <jacquard/nir/core_opcodes.h>
#include <jacquard/passes/rewrite/repeats.h>
#include <jacquard/passes/rewrite/rewriter.h>
#include <jacquard/passes/rewrite/rule_replacement.h>
#include <jacquard/passes/steps/effects.h>

#include <algorithm>
#include <limits>

namespace jacquard::nir {

namespace {

// No set of rules in the tables runs that long; one that feeds itself in a way that the generator
// did not see still ends.
constexpr std::uint64_t kRewritesPerInstruction = 64;
constexpr std::uint64_t kRewritesToBeginWith = 16 * kRewritesPerInstruction;

constexpr std::uint16_t kNoState = std::numeric_limits<std::uint16_t>::max();

} // namespace

Rewriter::Rewriter(Shader& shader, const RuleGroup& group, const RewriteOptions& options,
                   VisitedInstructions& visited)
    : group_(group),
      vague_state_(group.mixed_constant != group.any_constant ? group.mixed_constant : kNoState),
      applied_(options.applied), controls_(shader.info.float_controls), builder_(shader, Cursor{}),
      visited_(visited), fuel_(kRewritesToBeginWith) {}

bool Rewriter::visit_again() {
    bool changed = false;
    while (!again_.empty()) {
        AluInstruction* alu = again_.back();
        again_.pop_back();
        if (alu->block != nullptr) {
            walk(alu, alu->next, [&](Instruction& at) { changed |= visit(at); });
        }
    }
    return changed;
}

std::uint16_t Rewriter::state_of_number(std::uint64_t bits, unsigned bit_size) const {
    const auto known = group_.constants[width_place(bit_size)];
    const auto* found = std::lower_bound(
        known.data(), known.data() + known.size(), bits,
        [](const RuleConstant& row, std::uint64_t wanted) { return row.bits < wanted; });
    return found != known.data() + known.size() && found->bits == bits ? found->state
                                                                       : group_.any_constant;
}

std::uint16_t Rewriter::constant_state(const ConstantInstruction& constant) const {
    const auto values = constant.components();
    const bool is_mixed =
        std::any_of(values.begin(), values.end(),
                    [&values](const ConstantValue& value) { return value.u64 != values[0].u64; });
    return is_mixed ? group_.mixed_constant
                    : state_of_number(values[0].u64, constant.value.bit_size);
}

// The state of what a copy is made of.
std::uint16_t Rewriter::state_of_copy(const AluInstruction& mov) const {
    const Instruction& maker = *mov.first_source[0].ssa->instruction;
    const VisitedInstructions::Row* row = visited_.find(maker);
    return row == nullptr ? std::uint16_t{0}
           : maker.kind == InstructionKind::constant && mov.value.num_components == 1
               ? state_of_read(mov, 0)
               : row->state;
}

// The state of the components of a constant that a source reads.
std::uint16_t Rewriter::state_of_read(const AluInstruction& alu, unsigned i) const {
    const AluSource& source = alu.first_source[i];
    const std::span<const ConstantValue> values = constant_components(*source.ssa);
    const std::uint64_t first = values[source.swizzle[0]].u64;
    for (unsigned c = 1; c < alu.source_components(i); ++c) {
        if (values[source.swizzle[c]].u64 != first) {
            return group_.any_constant;
        }
    }
    return state_of_number(first, source.ssa->bit_size);
}

// Where the entry of an instruction stands by the states of its sources. One whose instruction has
// no row is of the first class.
inline std::size_t Rewriter::place_of(const RuleOperation& operation, const AluInstruction& alu,
                                      bool& reads_mixed) const {
    const RuleOperationSource* source = &group_.sources[operation.first_source];
    std::size_t place = operation.base;
    for (unsigned i = 0; i < operation.num_sources; ++i) {
        const VisitedInstructions::Row* row = visited_.find(*alu.first_source[i].ssa->instruction);
        if (row != nullptr) {
            reads_mixed |= row->state == vague_state_;
            place += std::size_t{source[i].stride} * group_.filters[source[i].filter + row->state];
        }
    }
    return place;
}

// The same by what the instruction reads of constants whose components differ.
std::size_t Rewriter::place_of_read(const RuleOperation& operation,
                                    const AluInstruction& alu) const {
    const RuleOperationSource* source = &group_.sources[operation.first_source];
    std::size_t place = operation.base;
    for (unsigned i = 0; i < operation.num_sources; ++i) {
        const Instruction& maker = *alu.first_source[i].ssa->instruction;
        if (const VisitedInstructions::Row* row = visited_.find(maker)) {
            const std::uint16_t state =
                row->state == vague_state_ && maker.kind == InstructionKind::constant
                    ? state_of_read(alu, i)
                    : row->state;
            place += std::size_t{source[i].stride} * group_.filters[source[i].filter + state];
        }
    }
    return place;
}

// The state of an instruction and the rules that come into question.
inline RuleEntry Rewriter::entry_of(const RuleOperation& operation,
                                    const AluInstruction& alu) const {
    bool reads_mixed = false;
    const std::size_t place = place_of(operation, alu, reads_mixed);
    if (!reads_mixed) {
        return group_.entries[place];
    }
    // Others may read single components of what is made, for which more rules come into question.
    const RuleEntry& here = group_.entries[place_of_read(operation, alu)];
    return {alu.value.num_components > 1 ? group_.entries[place].state : here.state, here.list};
}

// `operation` is one more than the place of its operation; 0 is a copy that no pattern speaks of.
bool Rewriter::examine(AluInstruction& alu, unsigned operation) {
    const RuleEntry entry = operation == 0 ? RuleEntry{state_of_copy(alu), 0}
                                           : entry_of(group_.operations[operation - 1], alu);
    VisitedInstructions::Row& row = visited_.find_or_add(alu);
    const bool was_examined = row.is_examined;
    const bool is_new_state = row.state != entry.state;
    row.is_examined = true;
    row.state = entry.state;
    if (!was_examined) {
        fuel_ += row.is_made ? 0 : kRewritesPerInstruction;
    } else if (is_new_state) {
        examine_readers(alu.value);
    }
    // Most often that is all there is to it.
    const bool wants_twice = group_.lists[entry.list].repeats == repeat_bit(RuleRepeat::outer);
    return entry.list != 0 && (!wants_twice || reads_twice(alu)) && apply_first(entry.list, alu);
}

// The first rule of a list that applies, if one does.
bool Rewriter::apply_first(unsigned list, AluInstruction& alu) {
    const RuleList& first = group_.lists[list];
    const RuleList& behind = group_.lists[list + 1U];
    const unsigned repeats = repeats_of(alu, first.repeats);
    if (repeats == 0) {
        return false;
    }
    for (unsigned i = first.first; i < behind.first; ++i) {
        const unsigned rule = group_.listed[i];
        const Rule& candidate = kRules[group_.first_rule + rule];
        if ((repeats & repeat_bit(candidate.repeat)) != 0 &&
            match_rule(candidate, alu, controls_, match_)) {
            apply(rule, alu);
            return alu.block == nullptr;
        }
    }
    return false;
}

void Rewriter::apply(unsigned rule, AluInstruction& alu) {
    if (fuel_ == 0) {
        return;
    }
    --fuel_;
    has_changed_ = true;
    if (!applied_.empty()) {
        ++applied_[rule];
    }
    builder_.cursor = Cursor::before_instruction(&alu);
    SsaDef* replacement =
        build_replacement(builder_, kRules[group_.first_rule + rule], match_, made_);
    for (Instruction* instruction : made_) {
        visited_.add(*instruction).is_made = true;
    }
    if (!made_.empty()) {
        next_ = made_.front();
    }
    examine_readers(alu.value);
    alu.value.rewrite_uses(replacement);
    take_out(alu);
}

void Rewriter::replace(Instruction& instruction, ConstantInstruction& constant) {
    has_changed_ = true;
    instruction.block->insert_before(&instruction, &constant);
    next_ = &constant;
    instruction.def()->rewrite_uses(&constant.value);
    take_out(instruction);
}

void Rewriter::examine_readers(const SsaDef& value) {
    for (const Source& use : value.uses()) {
        examine_again(use);
    }
}

void Rewriter::examine_again(const Source& use) {
    Instruction* reader = use.instruction();
    if (reader == nullptr || reader->kind != InstructionKind::alu) {
        return;
    }
    const VisitedInstructions::Row* row = visited_.find(*reader);
    if (row != nullptr && row->is_examined) {
        again_.push_back(static_cast<AluInstruction*>(reader));
    }
}

void Rewriter::lost_use(SsaDef& value) {
    if (value.has_one_use()) {
        examine_again(*value.first_use);
    } else if (!value.has_uses() && !has_effect(*value.instruction)) {
        take_out(*value.instruction);
    }
}

void Rewriter::take_out(Instruction& first) {
    unused_.push_back(&first);
    while (!unused_.empty()) {
        Instruction* instruction = unused_.back();
        unused_.pop_back();
        instruction->for_each_source([this](Source& source) {
            SsaDef* value = source.ssa;
            source.set(nullptr);
            if (value == nullptr) {
                return;
            }
            if (value->has_one_use()) {
                examine_again(*value->first_use);
            } else if (!value->has_uses() && !has_effect(*value->instruction)) {
                unused_.push_back(value->instruction);
            }
        });
        if (instruction == next_) {
            next_ = instruction->next;
        }
        instruction->remove();
    }
}

} // namespace jacquard::nir
