#pragma once

#include <jacquard/ir3/emulator/core/operand_access.h>

namespace jacquard::ir3 {

// Aliases: operands that stand for registers of the texture instruction that follows.
class AliasUnit final : OperandPart {
  public:
    using OperandPart::OperandPart;

    void start() { num_aliases_ = 0; }
    bool execute_alias(const Step& step);
    bool check_aliases(const Step& step);
    // Words of a register that an instruction names, or of its alias.
    const std::uint32_t* read_aliased(const Step& step, std::uint16_t number, bool half,
                                      LaneWords& scratch);

  private:
    std::uint32_t num_aliases_ = 0; // made for the next texture instruction
};

} // namespace jacquard::ir3
