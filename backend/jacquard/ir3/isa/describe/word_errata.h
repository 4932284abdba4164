#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/isa/describe/fault.h>
#include <jacquard/ir3/isa/instruction/alias_table.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::ir3 {

// An instruction that a part does otherwise than it says, or that hurts the part where it stands.
struct WordErratum {
    FaultKind kind = FaultKind::none;
    std::uint32_t instruction = 0;
    std::string says; // what follows the name of the instruction
};

// Finds the errata that the words of a program tell, whatever values they compute: defs/ir3/errata
// has all of them, with who looks after each. What depends on the time at which values arrive is a
// matter of hazards.
class WordErrata {
  public:
    WordErrata(Revision revision, const MachineFacts& machine)
        : revision_(revision), machine_(machine) {}

    // The instructions of the program in their order; a word without a meaning is none.
    void add(const Instruction& instruction, bool is_idle, unsigned slots);
    void add_unknown() { words_.emplace_back(); }

    // Gives the errata in the order of their instructions.
    [[nodiscard]] std::vector<WordErratum> find() &&;

  private:
    struct Word {
        Action action = Action::invalid;
        bool idle = false;
        unsigned slots = 0;
        std::int64_t target = 0;
    };
    // A copy of push constants that was not done over yet.
    struct SharedCopy {
        bool open = false;
        bool arrived = false;
        std::uint32_t at = 0;
        Instruction copy{};
    };

    void found(FaultKind kind, std::uint32_t at, std::string says) {
        errata_.push_back({kind, at, std::move(says)});
    }
    void check_alone(std::uint32_t at, const Instruction& instruction, const OpcodeInfo& info);
    void check_move(std::uint32_t at, const Instruction& instruction);
    void check_copy(std::uint32_t at, const Instruction& instruction, const OpcodeInfo& info);
    void check_alias(std::uint32_t at, const Instruction& instruction);
    void check_table(std::uint32_t reader);
    void check_predication();
    [[nodiscard]] unsigned slots_of_rest(std::size_t from, unsigned enough) const;

    Revision revision_;
    const MachineFacts& machine_;
    std::vector<Word> words_;
    SharedCopy shared_copy_;
    AliasTable table_; // whose reader has not come yet
    std::uint32_t first_of_table_ = 0;
    bool follows_target_alias_ = false;
    std::vector<WordErratum> errata_;
};

} // namespace jacquard::ir3
