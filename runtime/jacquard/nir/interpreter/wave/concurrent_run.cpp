#include <jacquard/nir/interpreter/wave/state.h>
#include <jacquard/support/concurrency/resident_waves.h>

#include <algorithm>
#include <utility>

// Waves of several work groups at the same time.
namespace jacquard::nir::interpreter {

namespace {

using Meeting = ResidentWaves::Meeting;

Fault fault_of(Meeting meeting) {
    switch (meeting) {
    case Meeting::abandoned:
        return {FaultKind::barrier, "some waves wait at a barrier that others never reach"};
    case Meeting::mismatched:
        return {FaultKind::barrier, "waves of a work group wait at different barriers"};
    default: return {};
    }
}

} // namespace

RunResult Interpreter::run_concurrently(std::span<const Environment> environments,
                                        unsigned waves_per_group, ConcurrentRun& run,
                                        const RunOptions& options) {
    std::deque<Wave>& waves = state_->waves;
    const std::size_t num_waves = std::min(environments.size(), waves.size());
    ResidentWaves resident(num_waves, waves_per_group, run);
    for (std::size_t i = 0; i < num_waves; ++i) {
        const auto number = static_cast<unsigned>(i - resident.first_of_group(i));
        waves[i].start(environments[i], options, number, waves_per_group, &run, resident.agent(i));
    }
    RunResult result;
    std::uint64_t steps_left = options.maximum_steps;
    for (auto picked = resident.pick(); picked && !result.fault; picked = resident.pick()) {
        Wave& wave = waves[*picked];
        Meeting meeting = Meeting::incomplete;
        switch (wave.resume(steps_left)) {
        case Wave::Outcome::switched: break;
        case Wave::Outcome::faulted: result.fault = std::move(wave.fault); break;
        case Wave::Outcome::finished: meeting = resident.end(*picked); break;
        case Wave::Outcome::at_barrier:
            meeting = resident.arrive(*picked, reinterpret_cast<std::uintptr_t>(wave.barrier()));
            break;
        }
        if (!result.fault) {
            result.fault = fault_of(meeting);
        }
        const std::size_t first = resident.first_of_group(*picked);
        for (std::size_t i = 0; meeting == Meeting::passed && i < resident.waves_per_group(); ++i) {
            waves[first + i].leave_barrier();
        }
    }
    result.live = live();
    result.steps = options.maximum_steps - steps_left;
    return result;
}

} // namespace jacquard::nir::interpreter
