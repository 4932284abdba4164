#pragma once

#include <jacquard/nir/interpreter/program/program_data.h>
#include <jacquard/nir/interpreter/wave/lane_sets.h>
#include <jacquard/nir/interpreter/wave/value_rows.h>
#include <jacquard/nir/interpreter/wave/wave_memory.h>
#include <jacquard/nir/interpreter/wave/weak_access.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::nir::interpreter {

// Does the accesses whose places constants tell, at the addresses of one wave.
class FixedAccesses {
  public:
    // The parts of `wave`, with which it calls handlers.
    FixedAccesses(Wave& wave, const ValueRows& values, const LaneSets& lanes, WaveMemory& memory,
                  WeakAccess& weak);

    // Looks up what the wave's memory is in this run.
    void start(const Environment& environment);
    // How many of a step's accesses are left when one faults; 0 when all are done.
    [[nodiscard]] std::uint64_t run(const Step& step, std::uint64_t count);
    // The same where another wave may go on after each of them.
    [[nodiscard]] std::uint64_t run_one_by_one(const Step& step, std::uint64_t count);
    // Whether the wave stopped amid the accesses of a step, which are to go on there.
    [[nodiscard]] bool is_amid_step() const { return num_done_ != 0; }

  private:
    // The memory of fixed accesses: so many bytes, or rows of slots.
    struct FixedView {
        std::byte* first = nullptr;
        std::uint64_t size = 0;
    };
    // A component that a fixed access of a quad loads, if it is there, while all lanes take part.
    struct ReadyLoad {
        std::byte* row = nullptr;
        std::uint64_t offset = 0; // of its first byte in the memory
        std::uint32_t memory = 0;
        bool is_row = false; // else a word for all lanes
    };
    // The first component of a fixed access, and the number of loads from it on.
    struct ReadyRun {
        std::uint32_t first = 0;
        std::uint32_t num_loads = 0;
    };

    void prepare_loads();
    // Does those in front that are ready loads; how many they are.
    std::uint64_t load_ready(const FixedAccess* accesses, std::uint64_t count);
    [[nodiscard]] std::uint64_t run_accesses(const FixedAccess* accesses, std::uint64_t count);

    Wave& wave_;
    const ProgramData& program_;
    const ValueRows& values_;
    const LaneSets& lanes_;
    WaveMemory& memory_;
    WeakAccess& weak_;
    std::vector<FixedView> views_;
    std::vector<ReadyLoad> ready_loads_;
    std::vector<ReadyRun> ready_runs_; // by fixed access, and an end; none but in quads
    bool has_all_loaded_ = false;      // of the fixed memory
    std::uint64_t num_done_ = 0;       // of the batch at hand
};

} // namespace jacquard::nir::interpreter
