#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/program.h>
#include <jacquard/ir3/target/occupancy.h>
#include <jacquard/ir3/target/workgroup_waves.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jacquard::driver {

// Sees what the waves of work groups do, one group after the other.
class GroupObserver : public ir3::ExecutionObserver {
  public:
    // A group begins, whose waves are these.
    virtual void begin_group(const std::array<std::uint32_t, 3>& group,
                             std::span<const ir3::Emulator> waves) = 0;
};

// Executes the work groups of a compute program.
class WorkgroupRunner {
  public:
    // Both must outlive the runner.
    WorkgroupRunner(const ir3::Program& program, const ir3::Executable& executable,
                    ir3::Revision revision)
        : program_(program), executable_(executable), revision_(revision),
          machine_(ir3::machine_facts(revision, program.gpu)) {}

    // A runner of the same program, for another thread. It has nothing of earlier runs.
    WorkgroupRunner(const WorkgroupRunner& other);
    WorkgroupRunner& operator=(const WorkgroupRunner&) = delete;

    // One group after the other, each in full waves and what is left in one more. All share the
    // local memory that `environment` gives; where it gives none, each has its own, of zeros.
    // `options` hold for all groups together. False where the part has no such groups or a wave
    // faults, which `fault` explains.
    //
    // With a seed among the options several groups are there at the same time; each begins with a
    // copy of the local memory that is given, or with bytes that are no zeros, and what the last
    // leaves is what `environment` has in the end.
    [[nodiscard]] bool run(std::array<std::uint32_t, 3> groups, const ir3::Environment& environment,
                           const ir3::RunOptions& options, ir3::Fault& fault);

    // On how many threads groups may run, one to begin with. Several do only where groups can see
    // neither each other nor their order, so that what comes out is the same.
    void set_threads(unsigned threads) { threads_ = threads; }
    // From now on groups run in turn, and somebody sees what they do; null: nobody.
    void set_observer(GroupObserver* observer) { observer_ = observer; }

    // Instructions that the waves of the last run have issued, of a run of groups that were there
    // at the same time 0.
    [[nodiscard]] std::uint64_t steps() const { return steps_; }

    // The local memory that the last group of the last run left behind, if it was the group's own
    // and not given to it.
    [[nodiscard]] std::span<const std::byte> last_shared() const {
        const std::size_t bytes = std::min<std::size_t>(shared_.size(), program_.shared_bytes);
        return std::span(shared_).last(bytes);
    }

  private:
    [[nodiscard]] bool lay_out(const std::array<std::uint32_t, 3>& groups, ir3::Fault& fault);
    // Groups of a grid, from one to before another.
    struct Share {
        std::array<std::uint32_t, 3> groups;
        std::uint64_t first;
        std::uint64_t end;
    };
    [[nodiscard]] bool run_in_turn(const Share& share, const ir3::Environment& environment,
                                   const ir3::RunOptions& options, ir3::Fault& fault);
    // Runs groups on several threads, each on a copy of the memory. False where they do not, or
    // where it turned out that they see each other or that one faults: nothing has changed then.
    [[nodiscard]] bool run_spread(const Share& all, const ir3::Environment& environment,
                                  const ir3::RunOptions& options);
    [[nodiscard]] bool run_together(std::array<std::uint32_t, 3> groups,
                                    const ir3::Environment& environment,
                                    const ir3::RunOptions& options, ir3::Fault& fault);
    void set_parameter(std::span<std::uint32_t> constants, ir3::Slot slot,
                       const std::array<std::uint32_t, 3>& values) const;
    // Waves of `count` groups.
    void make_waves_of(std::size_t count);
    // A wave of the layout as it begins.
    void set_up(ir3::Emulator& emulator, std::uint32_t wave,
                const std::array<std::uint32_t, 3>& group) const;
    void set_input(ir3::Emulator& wave, const ir3::ProgramInput& input,
                   std::array<std::uint32_t, 3> group, std::uint32_t first) const;

    const ir3::Program& program_;
    const ir3::Executable& executable_;
    ir3::Revision revision_;
    ir3::MachineFacts machine_;
    std::optional<ir3::WaveNeeds> needs_; // once a run has asked
    ir3::WorkgroupWaves layout_{1, 1};
    std::vector<ir3::Emulator> waves_;
    std::vector<std::byte> shared_;
    std::vector<std::byte> private_;
    std::uint64_t steps_ = 0;
    unsigned threads_ = 1;
    GroupObserver* observer_ = nullptr;
    std::vector<std::uint32_t> constants_; // of each wave, where groups run together
};

} // namespace jacquard::driver
