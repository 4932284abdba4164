#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/cost/cost_figures.h>
#include <jacquard/ir3/program.h>
#include <jacquard/ir3/target/components.h>
#include <jacquard/ir3/target/occupancy.h>

#include <cstdint>

namespace jacquard::ir3 {

// Counts the registers of a program: those that its instructions name, and those that its header
// gives to what no instruction names. What the header states of their number does not count, as
// programs of others have none.
class RegisterTally {
  public:
    // All must outlive the tally.
    RegisterTally(const Program& program, Revision revision, const MachineFacts& machine);

    void count(const Instruction& instruction);
    [[nodiscard]] RegisterFootprint footprint() const;

  private:
    void note_vector(const RegisterLocation& location, std::uint32_t components);
    void use(std::uint32_t end, bool half);

    const Program& program_;
    Revision revision_;
    const MachineFacts& machine_;
    RegisterFootprint found_;
};

// The needs of a program as its words tell them, up to the last `end`.
[[nodiscard]] WaveNeeds needs_of_words(const Program& program, Revision revision,
                                       const MachineFacts& machine);

} // namespace jacquard::ir3
