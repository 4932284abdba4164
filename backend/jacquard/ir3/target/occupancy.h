#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/opcodes.h>
#include <jacquard/ir3/program.h>
#include <jacquard/ir3/target/wave_limit.h>

#include <cstdint>

namespace jacquard::ir3 {

// The needs of a program that decide how wide its waves are and how many run at a time.
struct WaveNeeds {
    ShaderStage stage = ShaderStage::vertex;
    std::uint32_t full_registers = 0;
    std::uint32_t half_registers = 0;
    bool half_arithmetic = false;   // much of its arithmetic is of 16 bits
    std::uint32_t branch_stack = 0; // places at which lanes may wait for others at once
    std::uint32_t shared_bytes = 0; // memory of a workgroup
    std::uint32_t group_lanes = 0;  // of a workgroup; 0 where the stage has none
    std::uint32_t wave_size = 0;    // lanes of a full wave; 0: not decided yet
    bool waits = false;             // waves of a workgroup wait for each other
};

struct Occupancy {
    std::uint32_t lanes = 0; // of a full wave
    std::uint32_t waves = 0; // at a time
    WaveLimit limit = WaveLimit::none;
    // True if recorded programs confirm the figure. Sources disagree about the branch stack, and
    // none tells what becomes of a workgroup that has not enough room.
    bool is_exact = true;
    std::uint32_t percent = 0;     // of the lanes of as many waves of base width as there can be
    std::uint32_t group_waves = 0; // of a workgroup; 0 where the stage has none

    [[nodiscard]] std::uint32_t lanes_at_a_time() const { return lanes * waves; }
    // Returns true if all waves of a workgroup run at a time, as those must that wait for each
    // other.
    [[nodiscard]] bool holds_group() const { return waves != 0 && group_waves <= waves; }
};

// Takes the needs that a program states. Whether much of its arithmetic is of 16 bits and whether
// its waves wait for each other is not among them.
[[nodiscard]] WaveNeeds wave_needs(const Program& program);

// Returns how many waves of a program run at a time, and how wide they are. A half register is half
// a full one where the files are merged; where they are not, there are enough. Waves whose width is
// not decided yet are twice as wide in fragment programs, and in compute programs whose workgroups
// are larger than a wave, where their registers take a small part of the file; the other width is
// taken where waves wait for each other and only that one has room for all of a workgroup.
[[nodiscard]] Occupancy occupancy_of(const WaveNeeds& needs, const MachineFacts& machine);

// The most registers (vec4) with which such a program runs: with which there is room for a wave,
// and for all of a workgroup whose waves wait for each other. Registers that the needs state do not
// matter. 0: it runs with none.
[[nodiscard]] std::uint32_t most_registers(WaveNeeds needs, const MachineFacts& machine);

// Leaves no more registers than such a program runs with.
void limit_registers(const WaveNeeds& needs, MachineFacts& machine);

// Invocations that a workgroup has at most, of waves of `wave_size` lanes; 0: of the widest.
[[nodiscard]] std::uint32_t most_invocations(const MachineFacts& machine,
                                             std::uint32_t wave_size = 0);

// Lanes of a full wave of a program that can tell how many there are and is not told: those of base
// width, but where a workgroup would need more such waves than there can be.
[[nodiscard]] std::uint32_t usual_wave_size(std::uint64_t workgroup_lanes,
                                            const MachineFacts& machine);

// Describes how much of the arithmetic of a program is of 16 bits: of a half destination and a half
// source. Instructions of the preamble run once for all waves and do not count.
class ArithmeticWidths {
  public:
    void count(const Instruction& instruction, const OpcodeInfo& info, bool in_preamble);
    [[nodiscard]] bool is_much(const MachineFacts& machine) const;

  private:
    std::uint32_t halves_ = 0;
    std::uint32_t all_ = 0;
};

// Lanes of a workgroup; 0 where the stage has none.
[[nodiscard]] std::uint32_t workgroup_lanes(const Program& program);

} // namespace jacquard::ir3
