#pragma once

#include <jacquard/ir3/emulator/core/machine_state.h>

#include <span>

namespace jacquard::ir3 {

// Reads of sources and writes of destinations of instructions.
class OperandAccess : MachinePart {
  public:
    explicit OperandAccess(MachineState& state) : MachinePart(state) {}

    // The words of a source in repetition `repetition`, after its modifiers: in place or in
    // `scratch`. Null after a fault.
    const std::uint32_t* read_source(const Step& step, unsigned index, unsigned repetition,
                                     LaneWords& scratch);
    // Words of a register component, without modifiers.
    const std::uint32_t* read_register(std::uint16_t number, bool half, LaneWords& scratch);
    const std::uint32_t* read_constant(const StepSource& source, unsigned number,
                                       LaneWords& scratch);
    bool read_predicate(const StepSource& source, LaneMask& lanes);
    bool read_uniform(const Step& step, const StepSource& source, std::uint32_t& value);
    // Words of the registers from a source on.
    bool read_vector(const StepSource& source, unsigned count, LaneWords* words);

    bool write_destination(const StepDestination& destination, unsigned repetition,
                           const std::uint32_t* words);
    // Writes the components of a vector, each into a register of its own.
    bool write_components(const StepDestination& destination, std::span<const LaneWords> words);
    bool write_register(std::uint16_t number, bool half, const std::uint32_t* words);

  private:
    const std::uint32_t* read_relative(const StepSource& source, unsigned repetition,
                                       LaneWords& scratch);
    bool write_special(StepDestination::Kind kind, std::uint16_t number,
                       const std::uint32_t* words);
    bool write_relative(const StepDestination& destination, unsigned repetition,
                        const std::uint32_t* words);
    void store_register(std::uint16_t number, bool half, const std::uint32_t* words);
};

// The base of parts that read and write operands.
class OperandPart : MachinePart {
  public:
    OperandPart(MachineState& state, OperandAccess& operands)
        : MachinePart(state), operands_(operands) {}

  protected:
    ~OperandPart() = default;

    using MachinePart::describe;
    using MachinePart::executes;
    using MachinePart::fail;
    using MachinePart::state_;

    OperandAccess& operands_;
};

} // namespace jacquard::ir3
