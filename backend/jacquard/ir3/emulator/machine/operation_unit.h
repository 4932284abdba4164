#pragma once

#include <jacquard/ir3/emulator/machine/varying_unit.h>

#include <memory>
#include <vector>

namespace jacquard::ir3 {

// Operations that each lane computes for itself, and stretches of them.
class OperationUnit : OperandPart {
  public:
    OperationUnit(MachineState& state, OperandAccess& operands, VaryingUnit& varyings)
        : OperandPart(state, operands), varyings_(varyings) {}

    // `is_alike`: the wave has its registers as the code expects.
    void start(bool is_alike);
    bool execute_operations(std::uint32_t first, std::uint32_t count);
    [[nodiscard]] bool can_execute_stretch(const Stretch& stretch) const;
    bool execute_stretch(const Step& step);

  private:
    // The calls of a program, kept for when it runs again.
    struct ReadyCalls {
        std::shared_ptr<const char> program;  // the identity of its code
        const std::uint32_t* words = nullptr; // of the wave; the calls point into them
        std::vector<ReadyCall> calls;
        std::vector<std::uint32_t> first;     // call of each operation, and the end
        std::vector<std::uint32_t> varyings;  // calls that read varyings
        std::vector<std::uint32_t> constants; // spread words that are none by themselves
    };

    const std::uint32_t* fetch(const LaneOperand& operand, LaneWords& scratch);
    bool execute_operation(const LaneOperation& operation);
    bool spread_words();
    bool find_varyings();
    void prepare_calls();
    void add_call(const LaneOperation& operation);

    VaryingUnit& varyings_;
    bool has_spread_words_ = false;   // the wave holds the spread words of the program
    bool has_ready_varyings_ = false; // the calls that read varyings know their addresses
    ReadyCalls ready_;
};

} // namespace jacquard::ir3
