#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/core_opcodes.h>
#include <jacquard/nir/rules.h>
#include <jacquard/passes/rewrite/rewrite_group.h>
#include <jacquard/passes/rewrite/rule_match.h>
#include <jacquard/passes/steps/visited.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::nir {

// Applies the rules of a group to one instruction after the other.
//
// A bottom-up tree automaton gives each value a state that says which parts of patterns it may be;
// for an instruction with a state that comes into question the rules of its list are looked at, in
// the order of the tables. Instructions are visited behind their sources.
class Rewriter {
  public:
    Rewriter(Shader& shader, const RuleGroup& group, const RewriteOptions& options,
             VisitedInstructions& visited);

    // Calls visit(Instruction&) for each instruction from `from` up to `end` of its block (null: to
    // the end), those that are made there on the way included, those that go on the way not.
    template <typename Visitor>
    void walk(Instruction* from, const Instruction* end, Visitor&& visit) {
        next_ = from;
        while (next_ != nullptr && next_ != end) {
            Instruction& at = *next_;
            next_ = at.next;
            visit(at);
        }
    }

    // Gives the instruction its state and applies the first rule that applies; the walk goes on at
    // what that made. True when there was one; the instruction is gone then.
    bool visit(Instruction& instruction) {
        if (auto* alu = instruction.as<AluInstruction>()) {
            const unsigned operation = group_.operation_of[static_cast<std::size_t>(alu->opcode)];
            // What no pattern speaks of has no state and needs no row.
            return (operation != 0 || alu->opcode == core::mov) && examine(*alu, operation);
        }
        if (const auto* constant = instruction.as<ConstantInstruction>()) {
            visited_.find_or_add(instruction).state = constant_state(*constant);
        }
        return false;
    }

    // Puts a constant in the place of an instruction; the walk goes on there.
    void replace(Instruction& instruction, ConstantInstruction& constant);

    // A use of the value is gone: takes out its instruction if that was the last and there is no
    // effect, and then those that only that one read.
    void lost_use(SsaDef& value);
    // Takes out an instruction without uses in the same way.
    void take_out(Instruction& instruction);

    // Visits once more those that were visited before something changed what rules may say of
    // them: the state of a source, or that it has only one use left. True when a rule applied.
    bool visit_again();

    [[nodiscard]] bool has_changed() const { return has_changed_; }

  private:
    [[nodiscard]] std::uint16_t constant_state(const ConstantInstruction& constant) const;
    [[nodiscard]] std::uint16_t state_of_number(std::uint64_t bits, unsigned bit_size) const;
    [[nodiscard]] std::uint16_t state_of_copy(const AluInstruction& mov) const;
    [[nodiscard]] std::uint16_t state_of_read(const AluInstruction& alu, unsigned i) const;
    [[nodiscard]] std::size_t place_of(const RuleOperation& operation, const AluInstruction& alu,
                                       bool& reads_mixed) const;
    [[nodiscard]] std::size_t place_of_read(const RuleOperation& operation,
                                            const AluInstruction& alu) const;
    [[nodiscard]] RuleEntry entry_of(const RuleOperation& operation,
                                     const AluInstruction& alu) const;
    bool examine(AluInstruction& alu, unsigned operation);
    bool apply_first(unsigned list, AluInstruction& alu);
    void apply(unsigned rule, AluInstruction& alu);
    void examine_readers(const SsaDef& value);
    void examine_again(const Source& use);

    const RuleGroup& group_;
    std::uint16_t vague_state_; // of constants that may be several numbers, if there is one
    std::span<std::uint32_t> applied_;
    FloatControls controls_;
    CoreBuilder builder_;
    VisitedInstructions& visited_;
    RuleMatch match_;
    std::vector<Instruction*> made_; // by the rule that was applied last
    Instruction* next_ = nullptr;    // where the walk goes on
    std::vector<AluInstruction*> again_;
    std::vector<Instruction*> unused_;
    std::uint64_t fuel_;
    bool has_changed_ = false;
};

} // namespace jacquard::nir
