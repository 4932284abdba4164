#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/program.h>

#include <array>
#include <cstdint>

namespace jacquard::ir3 {

// Tells how far programs of a stage can grow before fewer of their lanes run at a time, as far as
// that depends on registers.
class WaveSteps {
  public:
    WaveSteps() = default;
    WaveSteps(ShaderStage stage, const MachineFacts& machine);

    // The most registers (vec4) with which as many lanes run at a time as with so many.
    [[nodiscard]] std::uint32_t end(std::uint32_t registers) const { return at(registers).end; }
    // Waves of base width, of which a wider one is two, that run at a time with so many.
    [[nodiscard]] std::uint32_t waves(std::uint32_t registers) const { return at(registers).waves; }

  private:
    static constexpr std::size_t kMostRegisters = 64;

    struct Step {
        std::uint8_t end = 0;
        std::uint8_t waves = 0;
    };

    [[nodiscard]] const Step& at(std::uint32_t registers) const {
        return steps_[registers < kMostRegisters ? registers : kMostRegisters - 1];
    }

    std::array<Step, kMostRegisters> steps_{}; // by registers
};

} // namespace jacquard::ir3
