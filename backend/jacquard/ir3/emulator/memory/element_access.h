#pragma once

#include <jacquard/ir3/emulator/memory/late_loads.h>

namespace jacquard::ir3 {

using LaneAddresses = std::array<std::uint64_t, Wave::kMaxLanes>;

// Loads, stores and atomic changes of single elements of memory, with their checks.
class ElementAccess : MachinePart {
  public:
    ElementAccess(MachineState& state, LateLoads& late_loads)
        : MachinePart(state), late_loads_(late_loads) {}

    // Finds the memory that a lane reaches, in which `at` counts from then on.
    [[nodiscard]] LaneMemory memory_of(AddressSpace space, unsigned lane, std::uint64_t& at) const;
    // Loads the elements of all lanes that execute, or stores those of lanes whose stores are seen,
    // where nobody watches the memory and all are inside. False where that does not hold: then each
    // element is to be accessed by itself.
    [[nodiscard]] bool load_lanes(AddressSpace space, const LaneAddresses& addresses,
                                  unsigned bytes, std::span<LaneWords> words) const;
    [[nodiscard]] bool store_lanes(AddressSpace space, const LaneAddresses& addresses,
                                   unsigned bytes, std::span<const LaneWords> words) const;
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
    // Returns whether no other wave runs at the same time and nobody observes this one.
    [[nodiscard]] bool are_alone() const;
    template <unsigned kBytes>
    bool load_all(AddressSpace space, const LaneAddresses& addresses,
                  std::span<LaneWords> words) const;
    template <unsigned kBytes>
    bool store_all(AddressSpace space, const LaneAddresses& addresses,
                   std::span<const LaneWords> words) const;
    bool is_inside(const LaneMemory& memory, std::uint64_t at, unsigned bytes, bool& inside);
    bool watch(const LaneMemory& memory, std::uint64_t at, unsigned bytes, unsigned lane,
               const std::uint64_t* stored, bool is_atomic);

    void observe(const LaneMemory& memory, std::uint64_t at, unsigned bytes, unsigned lane,
                 std::uint32_t word, bool is_store);

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
