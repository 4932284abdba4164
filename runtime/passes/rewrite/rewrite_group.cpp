#include <jacquard/passes/rewrite/rewrite_group.h>
#include <jacquard/passes/rewrite/rule_match.h>
#include <jacquard/passes/rewrite/rule_replacement.h>

#include <algorithm>
#include <array>
#include <vector>

namespace jacquard::nir {

namespace {

constexpr std::uint8_t kSeen = 1;
constexpr std::size_t kMaxMade = 160;
// No set of rules in the tables runs that long; one that feeds itself in a way that the generator
// did not see still ends.
constexpr std::uint64_t kRewritesPerInstruction = 64;

class GroupRewriter {
  public:
    GroupRewriter(Shader& shader, const RuleGroup& group, const RewriteOptions& options)
        : group_(group), options_(options), controls_(shader.info.float_controls),
          builder_(shader, Cursor{}) {}

    bool run(Function& function) {
        std::uint32_t count = 0;
        for (Block& block : function.blocks()) {
            for (Instruction* at = block.first; at != nullptr; at = at->next) {
                at->pass_flags = 0;
                at->index = count++;
            }
        }
        states_.assign(count, 0);
        fuel_ = (std::uint64_t{count} + 16) * kRewritesPerInstruction;
        changed_ = false;
        for (Block& block : function.blocks()) {
            for (Instruction* at = block.first; at != nullptr;) {
                Instruction* next = at->next;
                visit(at);
                at = next;
            }
        }
        while (!again_.empty()) {
            AluInstruction* alu = again_.back();
            again_.pop_back();
            if (alu->block != nullptr) {
                examine(*alu);
            }
        }
        return changed_;
    }

  private:
    void visit(Instruction* instruction) {
        switch (instruction->kind) {
        case InstructionKind::alu: examine(static_cast<AluInstruction&>(*instruction)); break;
        case InstructionKind::constant:
            states_[instruction->index] =
                constant_state(static_cast<ConstantInstruction&>(*instruction));
            break;
        default: break;
        }
    }

    [[nodiscard]] std::uint16_t constant_state(const ConstantInstruction& constant) const {
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

    [[nodiscard]] std::uint16_t state_of(const SsaDef* value) const {
        return states_[value->instruction->index];
    }

    // The state of an instruction and the rules that come into question.
    [[nodiscard]] RuleEntry entry_of(const AluInstruction& alu) const {
        const unsigned place = group_.operation_of[static_cast<std::size_t>(alu.opcode)];
        if (place == 0) {
            return {alu.opcode == Opcode::mov ? state_of(alu.first_source[0].ssa)
                                              : std::uint16_t{0},
                    0};
        }
        const RuleOperation& operation = group_.operations[place - 1];
        const RuleOperationSource* source = &group_.sources[operation.first_source];
        std::size_t index = operation.base;
        for (unsigned i = 0; i < operation.num_sources; ++i) {
            const std::size_t row = std::size_t{source[i].filter} * group_.num_states;
            index += std::size_t{source[i].stride} *
                     group_.filters[row + state_of(alu.first_source[i].ssa)];
        }
        return group_.entries[index];
    }

    // Whether the first two sources may be one value.
    [[nodiscard]] static bool reads_one_twice(const AluInstruction& alu) {
        if (alu.num_sources < 2) {
            return false;
        }
        const SsaDef* first = alu.first_source[0].ssa;
        const SsaDef* second = alu.first_source[1].ssa;
        return first == second || is_copy_or_constant(*first) || is_copy_or_constant(*second);
    }
    [[nodiscard]] static bool is_copy_or_constant(const SsaDef& value) {
        const auto* alu = value.instruction->as<AluInstruction>();
        return alu != nullptr ? alu->opcode == Opcode::mov
                              : value.instruction->kind == InstructionKind::constant;
    }

    // Gives the instruction its state and applies what applies, also to what that makes.
    void examine(AluInstruction& alu) {
        if (!examine_once(alu)) {
            return;
        }
        while (!pending_.empty()) {
            Instruction* next = pending_.back();
            pending_.pop_back();
            if (next->block != nullptr) {
                examine_once(static_cast<AluInstruction&>(*next));
            }
        }
    }

    bool examine_once(AluInstruction& alu) {
        const RuleEntry entry = entry_of(alu);
        if (states_[alu.index] != entry.state) {
            states_[alu.index] = entry.state;
            if ((alu.pass_flags & kSeen) != 0) {
                examine_readers(alu.value);
            }
        }
        alu.pass_flags |= kSeen;
        if (entry.list == 0) {
            return false;
        }
        const std::uint16_t* rule = group_.lists.data() + group_.list_starts[entry.list];
        const std::uint16_t* end = group_.lists.data() + group_.list_starts[entry.list + 1U];
        const bool may_read_one_twice = reads_one_twice(alu);
        for (; rule != end; ++rule) {
            if (kRules[group_.first_rule + *rule].is(RuleFlag::reads_one_twice) &&
                !may_read_one_twice) {
                continue;
            }
            if (match_rule(kRules[group_.first_rule + *rule], alu, controls_, match_)) {
                apply(*rule, alu);
                return true;
            }
        }
        return false;
    }

    void apply(unsigned rule, AluInstruction& alu) {
        if (fuel_ == 0) {
            return;
        }
        --fuel_;
        changed_ = true;
        if (!options_.applied.empty()) {
            ++options_.applied[rule];
        }
        builder_.cursor = Cursor::before_instruction(&alu);
        std::array<Instruction*, kMaxMade> made;
        unsigned num_made = 0;
        SsaDef* replacement =
            build_replacement(builder_, kRules[group_.first_rule + rule], match_, made, &num_made);
        for (unsigned i = 0; i < num_made; ++i) {
            made[i]->index = static_cast<std::uint32_t>(states_.size());
            made[i]->pass_flags = 0;
            const auto* constant = made[i]->as<ConstantInstruction>();
            states_.push_back(constant != nullptr ? constant_state(*constant) : std::uint16_t{0});
        }
        // The last made is examined last, when its sources have their states.
        for (unsigned i = num_made; i-- > 0;) {
            if (made[i]->kind == InstructionKind::alu) {
                pending_.push_back(made[i]);
            }
        }
        examine_readers(alu.value);
        alu.value.rewrite_uses(replacement);
        remove_unused(alu);
    }

    // Those that were examined before; the others are going to be.
    void examine_readers(const SsaDef& value) {
        for (const Source& use : value.uses()) {
            examine_again(use);
        }
    }

    void examine_again(const Source& use) {
        Instruction* reader = use.instruction();
        if (reader != nullptr && reader->kind == InstructionKind::alu &&
            (reader->pass_flags & kSeen) != 0) {
            again_.push_back(static_cast<AluInstruction*>(reader));
        }
    }

    // Takes out an ALU instruction without uses, and then those that only it read.
    void remove_unused(AluInstruction& first) {
        unused_.push_back(&first);
        while (!unused_.empty()) {
            AluInstruction* alu = unused_.back();
            unused_.pop_back();
            for (AluSource& source : alu->sources()) {
                SsaDef* value = source.ssa;
                source.set(nullptr);
                if (value == nullptr) {
                    continue;
                }
                if (!value->has_uses() && value->instruction->kind == InstructionKind::alu) {
                    unused_.push_back(static_cast<AluInstruction*>(value->instruction));
                } else if (value->has_one_use()) {
                    examine_again(*value->first_use);
                }
            }
            alu->remove();
        }
    }

    const RuleGroup& group_;
    const RewriteOptions& options_;
    FloatControls controls_;
    Builder builder_;
    RuleMatch match_;
    std::vector<std::uint16_t> states_; // by the index of an instruction
    std::vector<Instruction*> pending_; // made by rules, not examined yet; the next one last
    std::vector<AluInstruction*> again_;
    std::vector<AluInstruction*> unused_;
    std::uint64_t fuel_ = 0;
    bool changed_ = false;
};

} // namespace

bool rewrite_group(Shader& shader, const RuleGroup& group, const RewriteOptions& options) {
    GroupRewriter rewriter(shader, group, options);
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= rewriter.run(function);
    }
    return changed;
}

} // namespace jacquard::nir
