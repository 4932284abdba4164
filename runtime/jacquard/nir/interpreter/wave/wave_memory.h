#pragma once

#include <jacquard/nir/interpreter/program/program_data.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::nir::interpreter {

// The memory that a wave accesses: what its environment gives, and what it has of its own.
class WaveMemory {
  public:
    WaveMemory(const ProgramData& program, unsigned num_lanes);

    void start(const Environment& environment);
    // The bytes of a space that a lane sees, of its buffer `number` where it has several. What the
    // caller does not give holds what the shader's variables begin with, where the space says so.
    [[nodiscard]] MemoryView bytes_of(MemorySpace space, std::uint64_t number, unsigned lane);

  private:
    const ProgramData* program_;
    const Environment* environment_ = nullptr;
    // Memory that the environment does not give, space after space, and lane after lane where each
    // lane has its own.
    std::vector<std::byte> own_;
    std::array<std::size_t, kNumMemorySpaces> own_start_{};
};

} // namespace jacquard::nir::interpreter
