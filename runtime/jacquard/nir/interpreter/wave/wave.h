#pragma once

#include <jacquard/nir/interpreter/wave/control_flow.h>
#include <jacquard/nir/interpreter/wave/fixed_accesses.h>
#include <jacquard/nir/interpreter/wave/lane_calls.h>
#include <jacquard/nir/interpreter/wave/lane_sets.h>
#include <jacquard/nir/interpreter/wave/value_rows.h>
#include <jacquard/nir/interpreter/wave/wave_memory.h>
#include <jacquard/nir/interpreter/wave/weak_access.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace jacquard::nir::interpreter {

// One wave while it runs: the parts of its state, which handlers of instructions work with, and the
// loop over its steps. It stays where it is, as its parts refer to each other.
class Wave {
  public:
    Wave(const ProgramData& program, unsigned num_lanes);
    Wave(const Wave&) = delete;
    Wave& operator=(const Wave&) = delete;

    enum class Outcome : std::uint8_t { finished, at_barrier, faulted, switched };

    // `run`: the wave shares memory with others that run at the same time, and is `agent` of them.
    void start(const Environment& environment, const RunOptions& options, unsigned number,
               unsigned num_waves, ConcurrentRun* run = nullptr, unsigned agent = 0);
    // Goes on to the end, a barrier or a fault; among others, to where another wave is to go on.
    // `steps_left` is counted down.
    [[nodiscard]] Outcome resume(std::uint64_t& steps_left);
    // The barrier at which the wave waits was passed by all.
    void leave_barrier();
    [[nodiscard]] const Instruction* barrier() const { return barrier_; }

    // Whether there are active lanes and all have the same value.
    [[nodiscard]] bool is_uniform(const Place& place, unsigned component) const;
    // All components of a source of the intrinsic at hand.
    [[nodiscard]] bool is_uniform(const Step& step, unsigned source_number) const;
    // The same bits for all active lanes.
    void write_active(const Place& place, unsigned component, std::uint64_t bits) {
        if (place.bytes == 4 && lanes.active == lanes.all) {
            values.fill_row<32>(values.row(place, component), bits);
        } else {
            write_lanes(place, component, bits);
        }
    }
    // Zeros for all active lanes; what lanes that do not exist hold means nothing.
    void clear_active(const Place& place) {
        if (lanes.active == lanes.all) {
            std::memset(values.row(place, 0), 0,
                        std::size_t{place.num_components} * place.bytes * values.row_lanes);
            return;
        }
        for (unsigned c = 0; c < place.num_components; ++c) {
            write_lanes(place, c, 0);
        }
    }

    // False where the wave waits or cannot.
    [[nodiscard]] bool meet_barrier(const Step& step);

    // Ends the run. Always false, to be returned by a handler.
    bool fail(FaultKind kind, const Step& step, std::string_view reason);
    // An access outside of memory: false when that is a fault.
    bool out_of_range(const Step& step);

    const Environment* environment = nullptr;
    const RunOptions* options = nullptr;
    unsigned number = 0; // of the wave in its work group
    unsigned num_waves = 1;

    LaneSets lanes;
    ValueRows values;
    WaveMemory memory;
    WeakAccess weak;

    Fault fault;
    bool is_waiting = false;       // at a barrier
    std::uint64_t extra_steps = 0; // that the instruction at hand took beside its own
    std::uint64_t clock = 0;

  private:
    template <bool IsConcurrent>
    [[nodiscard]] Outcome run_steps(std::uint64_t& steps_left);
    void fill(const Place& place, const ConstantValue* constants);
    void write_lanes(const Place& place, unsigned component, std::uint64_t bits);
    [[nodiscard]] bool evaluate_by_lane(const Step& step);

    ControlFlow control_;
    LaneCalls lane_calls_;
    FixedAccesses fixed_accesses_;
    std::uint64_t undef_value_ = 0;
    const Instruction* barrier_ = nullptr; // at which the wave waits
};

} // namespace jacquard::nir::interpreter
