#pragma once

#include <jacquard/support/api.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// Notes who wrote and read each byte of some memory, and says which accesses have no defined
// result: reads of what was never written, accesses of two waves of which nothing says that one
// comes first, and those that a barrier orders though no fence made the writes visible.
//
// Lanes of one wave are in step, so that only what a single instruction stores to one place from
// several lanes is a race between them. Stores of equal values are none.
class MemoryWatch {
  public:
    // `is_written`: every byte holds something from the start. Waves are numbered below
    // `num_waves`.
    MemoryWatch(std::size_t bytes, unsigned num_waves, bool is_written);

    enum class Problem : std::uint8_t { none, unwritten, race, missing_fence };

    // One lane's access to neighbouring bytes.
    struct Access {
        std::uint64_t first = 0;
        unsigned bytes = 0;
        unsigned wave = 0;
        unsigned lane = 0;
        std::uint64_t step = 0;        // Tells accesses of one instruction from others of the wave.
        std::uint32_t instruction = 0; // For messages.
        bool is_atomic = false;
        std::uint64_t value = 0; // A store writes this.
    };
    // Accesses past the end, and of waves that have no number, are nobody's problem here.
    [[nodiscard]] Problem read(const Access& access);
    [[nodiscard]] Problem write(const Access& access);
    // The instruction that the problem last found is about, beside the one at hand.
    [[nodiscard]] std::uint32_t other_instruction() const { return other_instruction_; }

    // A wave's writes so far will be visible to who comes after its next barrier.
    void fence(unsigned wave);
    // Every wave has arrived at a barrier.
    void barrier();
    // Another workgroup begins: what earlier ones did is done.
    void begin_workgroup();

  private:
    struct Cell {
        std::uint64_t step = 0;
        std::uint64_t value = 0;
        std::uint32_t write_epoch = 0; // 0: not in this workgroup
        std::uint32_t read_epoch = 0;
        std::uint32_t fences = 0; // of the writer's wave, when it wrote
        std::uint32_t writer = 0; // instructions
        std::uint32_t reader = 0;
        std::uint16_t write_wave = 0;
        std::uint16_t read_wave = 0;
        bool is_written = false;
        bool is_atomic = false;
        bool has_many_readers = false;
    };
    struct WaveState {
        std::uint32_t fences = 0;
        std::uint32_t fences_at_barrier = 0;
    };

    [[nodiscard]] std::uint64_t end_of(const Access& access) const;
    [[nodiscard]] Problem check_order(const Cell& cell, const Access& access);

    std::vector<Cell> cells_;
    std::vector<WaveState> waves_;
    std::uint32_t epoch_ = 1;
    std::uint32_t other_instruction_ = 0;
};

} // namespace jacquard::ir3

JACQUARD_END_API
