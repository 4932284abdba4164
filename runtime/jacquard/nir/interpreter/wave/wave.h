#pragma once

#include <jacquard/nir/interpreter/wave/weak_access.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::nir::interpreter {

// The state of one wave while it runs, and what handlers of instructions work with.
class Wave : public WeakAccess {
  public:
    Wave(const ProgramData& program, unsigned lanes);

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
        if (place.bytes == 4 && active == all) {
            fill_row<32>(row(place, component), bits);
        } else {
            write_lanes(place, component, bits);
        }
    }
    // Zeros for all active lanes; what lanes that do not exist hold means nothing.
    void clear_active(const Place& place) {
        if (active == all) {
            std::memset(row(place, 0), 0,
                        std::size_t{place.num_components} * place.bytes * row_lanes);
            return;
        }
        for (unsigned c = 0; c < place.num_components; ++c) {
            write_lanes(place, c, 0);
        }
    }

    // Active lanes that take part in subgroup operations, and those whose writes are seen.
    [[nodiscard]] LaneMask participating() const { return active - terminated; }
    [[nodiscard]] LaneMask writing() const { return active - helpers; }

    // The bytes of a space that a lane sees, of its buffer `number` where it has several. What the
    // caller does not give holds what the shader's variables begin with, where the space says so.
    [[nodiscard]] MemoryView bytes_of(MemorySpace space, std::uint64_t number, unsigned lane);

    [[nodiscard]] ImageAnswer access_image_weakly(const ImageRequest& request);
    // At the end of a handler that accessed memory. False: another wave is to go on now.
    [[nodiscard]] bool may_go_on();
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

    LaneMask active;     // lanes that execute
    LaneMask terminated; // they only go on to help their quads
    LaneMask halted;
    LaneMask helpers; // demoted and terminated ones too
    Fault fault;
    bool is_waiting = false;       // at a barrier
    bool is_switching = false;     // to another wave
    std::uint64_t extra_steps = 0; // that the instruction at hand took beside its own
    std::uint64_t clock = 0;

  private:
    // An if: lanes of the else and those that came through the then. A loop: lanes that broke and
    // that wait for the next round.
    struct Frame {
        LaneMask first;
        LaneMask second;
    };
    struct Activation {
        LaneMask returned;
        std::uint32_t return_step = 0;
    };

    template <bool IsConcurrent>
    [[nodiscard]] Outcome run_steps(std::uint64_t& steps_left);
    [[nodiscard]] std::uint64_t access_fixed_one_by_one(const Step& step, std::uint64_t count);

    void set_up_values();
    void fill(const Place& place, const ConstantValue* values);
    void write_lanes(const Place& place, unsigned component, std::uint64_t bits);
    [[nodiscard]] bool evaluate_by_lane(const Step& step);
    void drop_idle_helpers();
    // In fixed_accesses.cpp.
    void look_up_fixed_memory();
    void prepare_loads();
    // Does those in front that are ready loads; how many they are.
    std::uint64_t load_ready(const FixedAccess* accesses, std::uint64_t count);
    // How many of them are left when one faults; 0 when all are done.
    [[nodiscard]] std::uint64_t access_fixed(const FixedAccess* accesses, std::uint64_t count);

    // A lane call at the addresses of this wave.
    struct ReadyCall {
        LaneFunction function;
        std::size_t num_lanes;
        std::byte* const* arrays;

        void compute() const { function(num_lanes, arrays); }
    };
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
    // Memory that the environment does not give, space after space, and lane after lane where each
    // lane has its own.
    std::vector<std::byte> own_;
    std::array<std::size_t, kNumMemorySpaces> own_start_{};
    std::vector<std::byte*> arrays_;
    std::vector<ReadyCall> lane_calls_;
    std::vector<FixedView> fixed_views_;
    std::vector<ReadyLoad> ready_loads_;
    std::vector<ReadyRun> ready_runs_; // by fixed access, and an end; none but in quads
    bool has_all_loaded_ = false;      // of the fixed memory
    std::vector<Frame> frames_;
    std::vector<Activation> activations_;
    std::uint32_t num_frames_ = 0;
    std::uint32_t num_activations_ = 0;
    std::uint32_t step_ = 0;
    std::uint64_t undef_value_ = 0;
    const Instruction* barrier_ = nullptr; // at which the wave waits
    std::uint64_t num_fixed_done_ = 0;     // of the batch at hand
};

} // namespace jacquard::nir::interpreter
