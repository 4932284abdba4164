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
            const std::uint64_t steps = state.steps_;
            state.maximum_steps_ = steps + steps_left;
            state.go_on(observer);
            steps_left -= state.steps_ - steps;
            if (state.fault_) {
                result.fault = std::move(state.fault_);
                if (count > 1) {
                    result.fault.message =
                        "wave " + std::to_string(i) + ": " + result.fault.message;
                }
                goes_on = false;
                break;
            }
            num_ended += state.stop_ == Stop::ended ? 1 : 0;
        }
        if (!goes_on || num_ended == count) {
            break;
        }
        if (num_ended != 0) {
            const auto waiting =
                std::find_if(waves.begin(), waves.end(), [](const Emulator& emulator) {
                    return emulator.state_->stop_ == Stop::barrier;
                });
            State& state = *waiting->state_;
            state.fail(FaultKind::control_flow,
                       state.describe(state.pc_ - 1) + " waits for waves that have ended");
            result.fault = std::move(state.fault_);
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
    for (go_on(observer); stop_ == Stop::barrier; go_on(observer)) {
        pass_barrier(environment);
    }
    return finish();
}

bool Emulator::State::execute_barrier() {
    if (num_waiting_ != 0) {
        return fail(FaultKind::control_flow,
                    describe(pc_) + " is reached by some lanes while others wait elsewhere");
    }
    stop_ = Stop::barrier;
    return true;
}

bool Emulator::State::execute_fence(const Step& step) {
    if (concurrent_ != nullptr && !order_memory(step)) {
        return false;
    }
    if (!step.instruction.order_writes) {
        return true;
    }
    const auto order = [&](const MemoryArea& area) {
        if (area.watch) {
            area.watch->fence(environment_->wave);
        }
    };
    order(environment_->local);
    order(environment_->stage);
    if (!step.instruction.reach_global) {
        return true;
    }
    order(environment_->global);
    const auto order_all = [&](std::span<const Descriptor> descriptors) {
        for (const Descriptor& descriptor : descriptors) {
            order(descriptor.memory);
        }
    };
    for (const std::span<const Descriptor> set : environment_->descriptor_sets) {
        order_all(set);
    }
    order_all(environment_->slots);
    return true;
}

} // namespace jacquard::ir3
