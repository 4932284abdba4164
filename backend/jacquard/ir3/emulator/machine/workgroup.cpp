#include <jacquard/ir3/emulator/machine/machine.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// Memory that waves share is watched by one object, which is told once.
void pass_barrier(const Environment& environment) {
    const auto pass = [](const MemoryArea& area) {
        if (area.watch) {
            area.watch->barrier();
        }
    };
    pass(environment.local);
    pass(environment.global);
    pass(environment.stage);
    const auto pass_all = [&](std::span<const Descriptor> descriptors) {
        for (const Descriptor& descriptor : descriptors) {
            pass(descriptor.memory);
        }
    };
    for (const std::span<const Descriptor> set : environment.descriptor_sets) {
        pass_all(set);
    }
    pass_all(environment.slots);
}

} // namespace

RunResult Emulator::State::run_workgroup(std::span<Emulator> waves, const Executable::Code& code,
                                         std::span<const Environment> environments,
                                         const RunOptions& options, ExecutionObserver* observer) {
    RunResult result;
    const std::size_t count = std::min(waves.size(), environments.size());
    for (std::size_t i = 0; i < count; ++i) {
        waves[i].state_->start(code, environments[i], options);
    }
    std::uint64_t steps_left = options.maximum_steps;
    for (bool goes_on = count != 0; goes_on;) {
        std::size_t num_ended = 0;
        for (std::size_t i = 0; i < count; ++i) {
            State& state = *waves[i].state_;
            const std::uint64_t steps = state.core.steps;
            state.maximum_steps_ = steps + steps_left;
            state.go_on(observer);
            steps_left -= state.core.steps - steps;
            if (state.core.fault) {
                result.fault = std::move(state.core.fault);
                if (count > 1) {
                    result.fault.message =
                        "wave " + std::to_string(i) + ": " + result.fault.message;
                }
                goes_on = false;
                break;
            }
            num_ended += state.core.stop == Stop::ended ? 1 : 0;
        }
        if (!goes_on || num_ended == count) {
            break;
        }
        if (num_ended != 0) {
            const auto waiting =
                std::find_if(waves.begin(), waves.end(), [](const Emulator& emulator) {
                    return emulator.state_->core.stop == Stop::barrier;
                });
            State& state = *waiting->state_;
            state.core.fail(FaultKind::control_flow, state.core.describe(state.core.pc - 1) +
                                                         " waits for waves that have ended");
            result.fault = std::move(state.core.fault);
            break;
        }
        pass_barrier(environments[0]);
    }
    for (std::size_t i = 0; i < count; ++i) {
        RunResult one = waves[i].state_->finish();
        if (!result.fault) {
            result.fault = std::move(one.fault);
        }
        result.steps += one.steps;
        result.slots += one.slots;
        result.live = i == 0 ? one.live : result.live;
    }
    return result;
}

RunResult Emulator::State::run(const Executable::Code& code, const Environment& environment,
                               const RunOptions& options, ExecutionObserver* observer) {
    start(code, environment, options);
    for (go_on(observer); core.stop == Stop::barrier; go_on(observer)) {
        pass_barrier(environment);
    }
    return finish();
}

bool Emulator::State::execute_barrier() {
    if (control_.has_waiting()) {
        return core.fail(FaultKind::control_flow,
                         core.describe(core.pc) +
                             " is reached by some lanes while others wait elsewhere");
    }
    core.stop = Stop::barrier;
    return true;
}

bool Emulator::State::execute_fence(const Step& step) {
    if (core.concurrent != nullptr && !late_loads_.order_memory(step)) {
        return false;
    }
    if (!step.instruction.order_writes) {
        return true;
    }
    const auto order = [&](const MemoryArea& area) {
        if (area.watch) {
            area.watch->fence(core.environment->wave);
        }
    };
    order(core.environment->local);
    order(core.environment->stage);
    if (!step.instruction.reach_global) {
        return true;
    }
    order(core.environment->global);
    const auto order_all = [&](std::span<const Descriptor> descriptors) {
        for (const Descriptor& descriptor : descriptors) {
            order(descriptor.memory);
        }
    };
    for (const std::span<const Descriptor> set : core.environment->descriptor_sets) {
        order_all(set);
    }
    order_all(core.environment->slots);
    return true;
}

} // namespace jacquard::ir3
