#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/check/check_options.h>
#include <jacquard/ir3/check/findings.h>
#include <jacquard/ir3/isa/describe/word_errata.h>
#include <jacquard/ir3/isa/instruction/alias_table.h>
#include <jacquard/ir3/isa/instruction/effects.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/program.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::ir3 {

// The facts about one instruction that a check needs.
struct CheckedInstruction {
    std::uint32_t first_effect = 0;
    std::uint32_t num_effects = 0;
    std::int64_t target = 0; // number of the instruction, where it has one
    TimingClass timing{};
    Sync result = Sync::none;
    Action action = Action::invalid;
    std::uint8_t slots = 0;
    bool reads_late = false;
    bool sync_short = false;
    bool sync_long = false;
    bool jump_target = false;
    bool has_target = false;
    bool idle = false;

    [[nodiscard]] bool is_jump() const { return action == Action::jump; }
    [[nodiscard]] bool is_branch() const { return has_target && !is_jump(); }
    [[nodiscard]] bool is_predication() const {
        return action == Action::predicate_true || action == Action::predicate_false;
    }
};

// A program up to its last `end`, decoded.
class CheckedCode {
  public:
    // Reports what is wrong with instructions for themselves: words without meaning, registers and
    // constants that do not exist, targets outside of the program.
    CheckedCode(const Program& program, Revision revision, const CheckOptions& options,
                Findings& findings);

    [[nodiscard]] std::span<const CheckedInstruction> instructions() const { return instructions_; }
    // Accesses through a0.x name all registers that they may mean (`relative_registers`, `number`
    // the first and `count` how many, 0 where nothing is known of them).
    [[nodiscard]] std::span<const RegisterEffect>
    effects(const CheckedInstruction& instruction) const {
        return std::span(effects_).subspan(instruction.first_effect, instruction.num_effects);
    }
    [[nodiscard]] const MachineFacts& machine() const { return machine_; }
    [[nodiscard]] const Timing& timing() const { return timing_of(revision_); }

  private:
    void add(const Instruction& decoded);
    void check_varyings(std::uint32_t index, const Instruction& decoded, const OpcodeInfo& info);
    void check_target(std::uint32_t index, const CheckedInstruction& instruction);
    void check_effect(std::uint32_t index, const RegisterEffect& effect);
    [[nodiscard]] bool is_given_apart(int first, int last) const;
    void find_array(std::uint32_t index, RegisterEffect& effect) const;
    void add_effect(std::uint32_t index, RegisterEffect effect);
    void note_address(const Instruction& decoded, std::span<const RegisterEffect> effects);
    void resolve_constant_loads();

    const Program& program_;
    Revision revision_;
    const MachineFacts machine_;
    WordErrata errata_;
    const bool knows_stage_;
    struct Varyings {
        bool read = false;
        bool released = false;
        bool outstanding = false;
        std::uint32_t loaded_by = 0;
    };
    Varyings varyings_;
    AliasTable aliases_; // for the next lookup
    // The use of a1.x by an instruction, and the number of constants from that address on that it
    // loads.
    static constexpr std::int32_t kUnknownAddress = -1;
    struct AddressUse {
        bool writes = false;
        std::int32_t value = kUnknownAddress; // unknown unless the instruction itself holds it
        std::uint32_t constants = 0;
    };
    std::vector<AddressUse> addresses_; // one an instruction
    std::uint32_t num_constants_;
    Findings& findings_;
    std::vector<CheckedInstruction> instructions_;
    std::vector<RegisterEffect> effects_;
};

} // namespace jacquard::ir3
