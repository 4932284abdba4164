#pragma once

#include <jacquard/ir3/emulator/memory/late_loads.h>

namespace jacquard::ir3 {

// Loads, stores and atomic changes of single elements of memory, with their checks.
class ElementAccess : MachinePart {
  public:
    ElementAccess(MachineState& state, LateLoads& late_loads)
        : MachinePart(state), late_loads_(late_loads) {}

    [[nodiscard]] LaneMemory memory_of(AddressSpace space, unsigned lane) const;
    // Loads an element of memory; 0 outside of it.
    bool load_element(const LaneMemory& memory, std::uint64_t at, DataType type, unsigned lane,
                      std::uint32_t& word);
    // Loads a component of the load that has begun, which may arrive late.
    bool load_component(const LaneMemory& memory, std::uint64_t at, DataType type, unsigned lane,
                        unsigned component, std::uint32_t& word);
    bool store_element(const LaneMemory& memory, std::uint64_t at, DataType type, unsigned lane,
                       std::uint32_t word);
    // Replaces `data` by the old value.
    bool change_element(const LaneMemory& memory, std::uint64_t at, const Step& step, unsigned lane,
                        std::uint32_t& data, std::uint32_t compare);
    [[nodiscard]] DataType data_type(const Instruction& instruction) const;

  private:
    bool is_inside(const LaneMemory& memory, std::uint64_t at, unsigned bytes, bool& inside);
    bool watch(const LaneMemory& memory, std::uint64_t at, unsigned bytes, unsigned lane,
               const std::uint64_t* stored, bool is_atomic);

    LateLoads& late_loads_;
};

// The base of parts that load and store elements of memory.
class MemoryPart : OperandPart {
  public:
    MemoryPart(MachineState& state, OperandAccess& operands, LateLoads& late_loads,
               ElementAccess& elements)
        : OperandPart(state, operands), late_loads_(late_loads), elements_(elements) {}

  protected:
    ~MemoryPart() = default;

    using OperandPart::describe;
    using OperandPart::executes;
    using OperandPart::fail;
    using OperandPart::operands_;
    using OperandPart::state_;

    LateLoads& late_loads_;
    ElementAccess& elements_;
};

} // namespace jacquard::ir3
