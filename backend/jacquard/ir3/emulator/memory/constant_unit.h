#pragma once

#include <jacquard/ir3/emulator/memory/descriptor_unit.h>

namespace jacquard::ir3 {

// Loads of uniform buffers, and writes of the constant file.
class ConstantUnit final : OperandPart {
  public:
    ConstantUnit(MachineState& state, OperandAccess& operands, DescriptorUnit& descriptors)
        : OperandPart(state, operands), descriptors_(descriptors) {}

    bool execute_constant_load(const Step& step);
    bool execute_constant_load_many(const Step& step);
    bool execute_constant_store(const Step& step);
    bool execute_shared_constant_store(const Step& step);

  private:
    bool find_uniform_buffer(const Step& step, std::uint32_t number,
                             std::span<const std::byte>& bytes);

    DescriptorUnit& descriptors_;
};

} // namespace jacquard::ir3
