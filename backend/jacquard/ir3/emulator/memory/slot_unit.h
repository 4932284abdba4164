#pragma once

#include <jacquard/ir3/emulator/memory/descriptor_unit.h>

namespace jacquard::ir3 {

// Instructions that access buffers and images in slots.
class SlotUnit final : MemoryPart {
  public:
    SlotUnit(MachineState& state, OperandAccess& operands, LateLoads& late_loads,
             ElementAccess& elements, DescriptorUnit& descriptors)
        : MemoryPart(state, operands, late_loads, elements), descriptors_(descriptors) {}

    bool execute_slot_load(const Step& step);
    bool execute_slot_store(const Step& step);
    bool execute_slot_atomic(const Step& step);

  private:
    struct SlotAccess {
        DescriptorUnit::LaneDescriptors descriptors;
        DescriptorUnit::Coordinates elements;
        std::array<LaneWords, 2> bytes; // low words, high words
    };

    bool read_slot_access(const Step& step, SlotAccess& access);
    bool check_place(const SlotAccess& access, unsigned lane);
    bool access_slot_image(const Step& step, const SlotAccess& access,
                           textures::ImageRequest::Kind kind, unsigned lane,
                           std::span<const LaneWords> data, std::array<std::uint32_t, 4>& texel);
    template <typename Visit>
    bool for_each_slot_access(const SlotAccess& access, bool changes, Visit&& visit);

    DescriptorUnit& descriptors_;
};

} // namespace jacquard::ir3
