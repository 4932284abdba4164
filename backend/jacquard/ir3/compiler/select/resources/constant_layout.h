#pragma once

#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/resources/memory_slots.h>
#include <jacquard/ir3/compiler/select/resources/numbered_resources.h>

namespace jacquard::ir3 {

// The layout of the constant file: push constants, buffers, what describes resources, and the
// values that the driver writes.
class ConstantLayout : TranslationPart {
  public:
    ConstantLayout(Context& context, MemorySlots& slots, NumberedResources& numbered)
        : TranslationPart(context), slots_(slots), numbered_(numbered) {}

    // Decides the layout; immediates follow it.
    void map();
    // The first constant of a value that the driver puts into the constant file.
    std::uint32_t driver_parameter(Slot slot, unsigned num_components);
    // The constant that holds the location of an input among what the stage before stored.
    [[nodiscard]] std::uint32_t location_constant(std::uint32_t input) const {
        return parameters_vec4_ * 4 + location_parameter(input);
    }

  private:
    void map_declared_buffers();
    void map_uniform_buffers();
    void map_push_constants();
    void map_range(std::uint32_t block, std::uint32_t first_vec4, std::uint32_t end_vec4);
    [[nodiscard]] std::uint32_t end_of_parameters();
    [[nodiscard]] std::uint32_t end_of_parameter(const nir::IntrinsicInstruction& load);
    void map_driver_parameters(std::uint32_t words);
    // The offset in words from the first parameter of the driver.
    [[nodiscard]] int parameter_of(const SlotInfo& slot) const;
    [[nodiscard]] static std::uint32_t location_parameter(std::uint32_t input);

    MemorySlots& slots_;
    NumberedResources& numbered_;
    std::uint32_t next_vec4_ = 0;
    std::uint32_t uniform_room_ = 0;    // uniforms take at most this many vec4 from the beginning
    std::uint32_t parameters_vec4_ = 0; // the beginning of the driver's parameters
    bool planes_make_way_ = false;      // clip planes use their second place
};

} // namespace jacquard::ir3
