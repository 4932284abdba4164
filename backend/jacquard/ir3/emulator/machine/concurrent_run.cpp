// Waves of several workgroups at the same time.

#include <jacquard/ir3/emulator/machine/machine.h>
#include <jacquard/support/concurrency/resident_waves.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

using Meeting = ResidentWaves::Meeting;

} // namespace

RunResult Emulator::State::run_concurrently(std::span<Emulator> waves, std::size_t waves_per_group,
                                            const Executable::Code& code,
                                            std::span<const Environment> environments,
                                            ConcurrentRun& run, const RunOptions& options) {
    const std::size_t count = std::min(waves.size(), environments.size());
    ResidentWaves resident(count, waves_per_group, run);
    for (std::size_t i = 0; i < count; ++i) {
        waves[i].state_->start(code, environments[i], options, &run, resident.agent(i));
    }
    RunResult result;
    std::uint64_t steps_left = options.maximum_steps;
    for (auto picked = resident.pick(); picked && !result.fault; picked = resident.pick()) {
        State& state = *waves[*picked].state_;
        const std::size_t first = resident.first_of_group(*picked);
        const std::uint64_t steps = state.core.steps;
        state.maximum_steps_ = steps + steps_left;
        state.go_on(nullptr);
        steps_left -= state.core.steps - steps;
        Meeting meeting = Meeting::incomplete;
        if (!state.core.fault && state.core.stop == Stop::barrier) {
            meeting = resident.arrive(*picked, state.core.pc);
        } else if (!state.core.fault && state.core.stop == Stop::ended) {
            meeting = resident.end(*picked);
        }
        if (meeting == Meeting::passed) {
            for (std::size_t i = 0; i < resident.waves_per_group(); ++i) {
                waves[first + i].state_->late_loads_.leave_barrier();
            }
        } else if (meeting == Meeting::abandoned || meeting == Meeting::mismatched) {
            const auto waiting =
                std::find_if(waves.begin() + static_cast<std::ptrdiff_t>(first), waves.end(),
                             [](const Emulator& emulator) {
                                 return emulator.state_->core.stop == Stop::barrier;
                             });
            State& waits = *waiting->state_;
            waits.core.fail(FaultKind::control_flow,
                            waits.core.describe(waits.core.pc - 1) +
                                (meeting == Meeting::abandoned
                                     ? " waits for waves that have ended"
                                     : " waits for waves that wait at another barrier"));
            result.fault = std::move(waits.core.fault);
        } else if (state.core.fault) {
            result.fault = std::move(state.core.fault);
            if (count > 1) {
                result.fault.message = "group " + std::to_string(*picked / waves_per_group) +
                                       ", wave " + std::to_string(*picked - first) + ": " +
                                       result.fault.message;
            }
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        RunResult one = waves[i].state_->finish();
        result.steps += one.steps;
        result.slots += one.slots;
        result.live = i == 0 ? one.live : result.live;
    }
    return result;
}

} // namespace jacquard::ir3
