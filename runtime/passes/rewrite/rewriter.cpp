#include <jacquard/nir/core_opcodes.h>
#include <jacquard/passes/rewrite/rewriter.h>
#include <jacquard/passes/rewrite/rule_replacement.h>
#include <jacquard/passes/steps/effects.h>

#include <algorithm>
#include <array>
#include <span>

namespace jacquard::nir {

namespace {

// No set of rules in the tables runs that long; one that feeds itself in a way that the generator
// did not see still ends.
constexpr std::uint64_t kRewritesPerInstruction = 64;
constexpr std::uint64_t kRewritesToBeginWith = 16 * kRewritesPerInstruction;

// Whether an instruction, and the instructions that make what it reads, read a value twice: tells
// most rules that want that from the rest at a glance. Values are told apart by a bit of a hash, so
// the answer may be that they do where they do not.
class Repeats {
  public:
    explicit Repeats(const AluInstruction& alu) : alu_(alu) {}

    [[nodiscard]] bool may_have(RuleRepeat repeat) {
        if (repeat == RuleRepeat::none) {
            return true;
        }
        if (!is_gathered_) {
            gather();
        }
        return found_[static_cast<std::size_t>(repeat)];
    }

  private:
    struct Values {
        std::uint64_t bits = 0;
        bool has_twice = false;

        void add(std::uint64_t bit) {
            has_twice |= (bits & bit) != 0;
            bits |= bit;
        }
    };

    void gather() {
        Values outer;
        Values inner;
        for (const AluSource& source : alu_.sources()) {
            const SsaDef& value = behind_movs(*source.ssa);
            outer.add(bit_of(value));
            if (const auto* below = value.instruction->as<AluInstruction>()) {
                for (const AluSource& read : below->sources()) {
                    inner.add(bit_of(behind_movs(*read.ssa)));
                }
            }
        }
        found_[static_cast<std::size_t>(RuleRepeat::outer)] = outer.has_twice;
        found_[static_cast<std::size_t>(RuleRepeat::outer_and_inner)] =
            (outer.bits & inner.bits) != 0;
        found_[static_cast<std::size_t>(RuleRepeat::inner)] = inner.has_twice;
        is_gathered_ = true;
    }

    // Equal constants are one value; of those that are no scalars it depends on what is read.
    static std::uint64_t bit_of(const SsaDef& value) {
        const std::span<const ConstantValue> constant = constant_components(value);
        if (constant.size() > 1) {
            return ~std::uint64_t{0};
        }
        const std::uint64_t key =
            constant.empty() ? reinterpret_cast<std::uintptr_t>(&value) : constant[0].u64;
        return std::uint64_t{1} << (key * 0x9e3779b97f4a7c15U >> 58);
    }

    const AluInstruction& alu_;
    std::array<bool, 4> found_{}; // by RuleRepeat
    bool is_gathered_ = false;
};

} // namespace

Rewriter::Rewriter(Shader& shader, const RuleGroup& group, const RewriteOptions& options,
                   VisitedInstructions& visited)
    : group_(group), applied_(options.applied), controls_(shader.info.float_controls),
      builder_(shader, Cursor{}), visited_(visited), fuel_(kRewritesToBeginWith) {}

bool Rewriter::visit(Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::alu: return examine(static_cast<AluInstruction&>(instruction));
    case InstructionKind::constant:
        visited_.find_or_add(instruction).state =
            constant_state(static_cast<ConstantInstruction&>(instruction));
        break;
    default: break;
    }
    return false;
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

std::uint16_t Rewriter::constant_state(const ConstantInstruction& constant) const {
    const auto values = constant.components();
    const std::uint64_t bits = values[0].u64;
    for (const ConstantValue& value : values) {
        if (value.u64 != bits) {
            return group_.mixed_constant;
        }
    }
    const auto known = group_.constants[width_place(constant.value.bit_size)];
    const auto* found = std::lower_bound(
        known.data(), known.data() + known.size(), bits,
        [](const RuleConstant& row, std::uint64_t wanted) { return row.bits < wanted; });
    return found != known.data() + known.size() && found->bits == bits ? found->state
                                                                       : group_.any_constant;
}

std::uint16_t Rewriter::state_of(const SsaDef* value) const {
    const VisitedInstructions::Row* row = visited_.find(*value->instruction);
    return row != nullptr ? row->state : std::uint16_t{0};
}

// The state of an instruction and the rules that come into question.
RuleEntry Rewriter::entry_of(const AluInstruction& alu) const {
    const unsigned place = group_.operation_of[static_cast<std::size_t>(alu.opcode)];
    if (place == 0) {
        return {alu.opcode == core::mov ? state_of(alu.first_source[0].ssa) : std::uint16_t{0}, 0};
    }
    const RuleOperation& operation = group_.operations[place - 1];
    const RuleOperationSource* source = &group_.sources[operation.first_source];
    std::size_t index = operation.base;
    for (unsigned i = 0; i < operation.num_sources; ++i) {
        const std::size_t row = std::size_t{source[i].filter} * group_.num_states;
        index +=
            std::size_t{source[i].stride} * group_.filters[row + state_of(alu.first_source[i].ssa)];
    }
    return group_.entries[index];
}

// Those that no pattern speaks of have no state, and need no row.
bool Rewriter::is_in_patterns(const AluInstruction& alu) const {
    return group_.operation_of[static_cast<std::size_t>(alu.opcode)] != 0 ||
           alu.opcode == core::mov;
}

bool Rewriter::examine(AluInstruction& alu) {
    if (!is_in_patterns(alu)) {
        return false;
    }
    const RuleEntry entry = entry_of(alu);
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
    if (entry.list == 0) {
        return false;
    }
    const std::uint16_t* rule = group_.lists.data() + group_.list_starts[entry.list];
    const std::uint16_t* end = group_.lists.data() + group_.list_starts[entry.list + 1U];
    Repeats repeats(alu);
    for (; rule != end; ++rule) {
        const Rule& candidate = kRules[group_.first_rule + *rule];
        if (repeats.may_have(candidate.repeat) && match_rule(candidate, alu, controls_, match_)) {
            apply(*rule, alu);
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
