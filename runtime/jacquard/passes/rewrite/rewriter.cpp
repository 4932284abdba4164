#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/passes/rewrite/repeats.h>
#include <jacquard/passes/rewrite/rewriter.h>
#include <jacquard/passes/rewrite/rule_replacement.h>
#include <jacquard/passes/util/memory/effects.h>

#include <algorithm>
#include <limits>

namespace jacquard::nir {

namespace {

constexpr std::uint16_t kNoState = std::numeric_limits<std::uint16_t>::max();

} // namespace

Rewriter::Rewriter(Shader& shader, const RuleGroup& group, const RewriteOptions& options)
    : group_(group),
      vague_state_(group.mixed_constant != group.any_constant ? group.mixed_constant : kNoState),
      applied_(options.applied), controls_(shader.info.float_controls), builder_(shader, Cursor{}) {
}

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
    const std::uint16_t known = group_.constants[width_place(bit_size)].state_of(bits);
    return known != 0 ? known : group_.any_constant;
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
    const std::uint32_t maker = mov.first_source[0].ssa->instruction->index;
    return (maker & note::kIsConstant) != 0 && mov.value.num_components == 1
               ? state_of_read(mov, 0)
               : static_cast<std::uint16_t>(maker & note::kState);
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

// Finds the entry of an instruction by the components that it reads of constants whose components
// differ.
std::size_t Rewriter::place_of_read(const RuleOperation& operation,
                                    const AluInstruction& alu) const {
    const RuleOperationSource* source = &group_.sources[operation.first_source];
    constexpr std::uint32_t kVagueConstant = note::kIsVague | note::kIsConstant;
    std::size_t place = operation.base;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const std::uint32_t maker = alu.first_source[i].ssa->instruction->index;
        place +=
            class_of(source[i], (maker & kVagueConstant) == kVagueConstant ? state_of_read(alu, i)
                                                                           : maker & note::kState);
    }
    return place;
}

// The state of an instruction that reads such constants, and the rules that come into question:
// others may read single components of what is made, for which more states are possible.
RuleEntry Rewriter::vague_entry(const AluInstruction& alu, const Sources& read) const {
    const RuleEntry& here = group_.entries[place_of_read(*read.operation, alu)];
    return {alu.value.num_components > 1 ? group_.entries[read.place].state : here.state,
            here.list};
}

// The first rule of a list that applies, if one does.
bool Rewriter::apply_first(unsigned list, AluInstruction& alu) {
    const RuleList& first = group_.lists[list];
    const RuleList& behind = group_.lists[list + 1U];
    const unsigned repeats = first.repeats == repeat_bit(RuleRepeat::none)
                                 ? first.repeats
                                 : repeats_of(alu, first.repeats);
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
    if (reader != nullptr && (reader->index & note::kIsExamined) != 0) {
        again_.push_back(static_cast<AluInstruction*>(reader));
    }
}

// Notes those readers of a value for which rules were looked for.
void Rewriter::add_above(const SsaDef& value) {
    for (const Source& use : value.uses()) {
        Instruction* reader = use.instruction();
        if (reader != nullptr &&
            (reader->index & (note::kIsExamined | note::kIsAbove)) == note::kIsExamined) {
            reader->index |= note::kIsAbove;
            above_.push_back(static_cast<AluInstruction*>(reader));
        }
    }
}

// A pattern that wants the value to have one use, which it now has, begins at its reader or so many
// readers further as the deepest of such values stands in a pattern. Copies are no part of one, and
// what has no state is part of none.
void Rewriter::examine_patterns_around(const SsaDef& value) {
    std::size_t first = 0;
    for (unsigned depth = 0; depth < group_.used_once_depth; ++depth) {
        const std::size_t last = above_.size();
        if (depth == 0) {
            add_above(value);
        }
        for (std::size_t i = first; i < last; ++i) {
            if ((above_[i]->index & (note::kIsCopy | note::kState)) != 0) {
                add_above(above_[i]->value);
            }
        }
        for (std::size_t i = last; i < above_.size(); ++i) {
            if ((above_[i]->index & note::kIsCopy) != 0) {
                add_above(above_[i]->value);
            }
        }
        first = last;
    }
    // The instructions nearest to the value are visited first.
    for (std::size_t i = above_.size(); i-- > 0;) {
        above_[i]->index &= ~note::kIsAbove;
        again_.push_back(above_[i]);
    }
    above_.clear();
}

void Rewriter::lost_use(SsaDef& value) {
    if (value.has_one_use()) {
        examine_patterns_around(value);
    } else if (!value.has_uses() && !has_effect(*value.instruction)) {
        take_out(*value.instruction);
    }
}

void Rewriter::take_out(Instruction& first) {
    take_out_alone(first);
    while (!unused_.empty()) {
        Instruction& instruction = *unused_.back();
        unused_.pop_back();
        take_out_alone(instruction);
    }
}

// Removes the instruction only; operands that become unused are collected later.
inline void Rewriter::take_out_alone(Instruction& instruction) {
    instruction.for_each_source([this](Source& source) {
        SsaDef* value = source.ssa;
        source.set(nullptr);
        if (value == nullptr) {
            return;
        }
        if (value->has_one_use()) {
            examine_patterns_around(*value);
        } else if (!value->has_uses() && !has_effect(*value->instruction)) {
            unused_.push_back(value->instruction);
        }
    });
    if (&instruction == next_) {
        next_ = instruction.next;
    }
    instruction.unlink();
}

} // namespace jacquard::nir
