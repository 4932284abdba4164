#pragma once

#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/generated/nir/rules.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/rewrite/repeats.h>
#include <jacquard/passes/rewrite/rewrite_options.h>
#include <jacquard/passes/rewrite/rule_match.h>
#include <jacquard/passes/util/notes.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::nir {

// Applies the rules of a group to one instruction after the other.
//
// A bottom-up tree automaton gives each value a state that says which parts of patterns it may be;
// for an instruction with a state that comes into question the rules of its list are looked at, in
// the order of the tables. Instructions are visited behind their sources. States are noted in
// Instruction::index, which must be left alone from begin() on.
class Rewriter {
  public:
    Rewriter(Shader& shader, const RuleGroup& group, const RewriteOptions& options);

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

    // Must be called before instructions of a function are visited.
    void begin(Function& function) { fuel_ += kRewritesPerInstruction * clear_notes(function); }

    // The notes on the instructions that make an instruction's sources.
    struct Sources {
        const RuleOperation* operation = nullptr; // null: no pattern speaks of the instruction
        std::size_t place = 0;                    // of the entry in the group, by their states
        std::uint32_t some = 0;                   // bits that one of them has
        std::uint32_t all = note::kIsConstant;    // whether all of them have this one

        void add(std::uint32_t maker) {
            some |= maker;
            all &= maker;
        }
        [[nodiscard]] bool are_constants() const { return all != 0; }
    };
    [[nodiscard]] Sources sources_of(const AluInstruction& alu) const;

    // Gives the instruction its state and applies the first rule that applies; the walk goes on at
    // what that made. True when there was one; the instruction is gone then.
    bool visit(AluInstruction& alu, const Sources& read) {
        if (read.operation == nullptr) {
            if (alu.opcode == core::mov) {
                give_state(alu, note::kIsCopy | noted(state_of_copy(alu)));
            }
            return false;
        }
        // Others may read single components of what is made, for which more rules come into
        // question.
        const RuleEntry entry =
            (read.some & note::kIsVague) != 0 ? vague_entry(alu, read) : group_.entries[read.place];
        give_state(alu, entry.state);
        if (entry.list == 0) {
            return false;
        }
        const unsigned repeats = group_.lists[entry.list].repeats;
        return (repeats != repeat_bit(RuleRepeat::outer) || may_read_twice(alu, read.some)) &&
               apply_first(entry.list, alu);
    }
    void visit(ConstantInstruction& constant) {
        constant.index = noted(constant_state(constant)) | note::kIsConstant;
    }
    bool visit(Instruction& instruction) {
        if (auto* alu = instruction.as<AluInstruction>()) {
            const unsigned operation = group_.operation_of[static_cast<std::size_t>(alu->opcode)];
            // An instruction that no pattern mentions has no state.
            return (operation != 0 || alu->opcode == core::mov) && visit(*alu, sources_of(*alu));
        }
        if (auto* constant = instruction.as<ConstantInstruction>()) {
            visit(*constant);
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
    // them: the state of a source, or that a value in a pattern has only one use left. True when a
    // rule applied.
    bool visit_again();

    [[nodiscard]] bool has_changed() const { return has_changed_; }

  private:
    // No set of rules in the tables runs that long; one that feeds itself in a way that the
    // generator did not see still ends.
    static constexpr std::uint64_t kRewritesPerInstruction = 64;

    [[nodiscard]] std::uint32_t noted(std::uint16_t constant_state) const {
        return constant_state | (constant_state == vague_state_ ? note::kIsVague : 0U);
    }
    void give_state(AluInstruction& alu, std::uint32_t state) {
        const std::uint32_t before = alu.index;
        alu.index = (before & note::kIsCopy) | state | note::kIsExamined;
        if ((before & note::kIsExamined) != 0 && ((before ^ state) & note::kState) != 0) {
            examine_readers(alu.value);
        }
    }
    [[nodiscard]] std::size_t class_of(const RuleOperationSource& source,
                                       std::uint32_t state) const {
        return std::size_t{source.stride} * group_.filters[source.filter + state];
    }
    [[nodiscard]] std::uint16_t constant_state(const ConstantInstruction& constant) const;
    [[nodiscard]] std::uint16_t state_of_number(std::uint64_t bits, unsigned bit_size) const;
    [[nodiscard]] std::uint16_t state_of_copy(const AluInstruction& mov) const;
    [[nodiscard]] std::uint16_t state_of_read(const AluInstruction& alu, unsigned i) const;
    [[nodiscard]] std::size_t place_of_read(const RuleOperation& operation,
                                            const AluInstruction& alu) const;
    [[nodiscard]] RuleEntry vague_entry(const AluInstruction& alu, const Sources& read) const;
    bool apply_first(unsigned list, AluInstruction& alu);
    void apply(unsigned rule, AluInstruction& alu);
    void take_out_alone(Instruction& instruction);
    void examine_readers(const SsaDef& value);
    void examine_again(const Source& use);
    void add_above(const SsaDef& value);
    void examine_patterns_around(const SsaDef& value);

    const RuleGroup& group_;
    std::uint16_t vague_state_; // of constants that may be several numbers, if there is one
    std::span<std::uint32_t> applied_;
    FloatControls controls_;
    CoreBuilder builder_;
    RuleMatch match_;
    std::vector<Instruction*> made_; // by the rule that was applied last
    Instruction* next_ = nullptr;    // where the walk goes on
    std::vector<AluInstruction*> again_;
    std::vector<AluInstruction*> above_; // see examine_patterns_around()
    std::vector<Instruction*> unused_;
    std::uint64_t fuel_ = 16 * kRewritesPerInstruction;
    bool has_changed_ = false;
};

inline Rewriter::Sources Rewriter::sources_of(const AluInstruction& alu) const {
    Sources read;
    const unsigned number = group_.operation_of[static_cast<std::size_t>(alu.opcode)];
    if (number == 0) {
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            read.add(alu.first_source[i].ssa->instruction->index);
        }
        return read;
    }
    const RuleOperation& operation = group_.operations[number - 1];
    const RuleOperationSource* source = &group_.sources[operation.first_source];
    read.operation = &operation;
    read.place = operation.base;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const std::uint32_t maker = alu.first_source[i].ssa->instruction->index;
        read.add(maker);
        read.place += class_of(source[i], maker & note::kState);
    }
    return read;
}

} // namespace jacquard::nir
