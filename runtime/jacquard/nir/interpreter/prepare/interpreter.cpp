#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/nir/interpreter/prepare/prepare.h>
#include <jacquard/nir/interpreter/wave/state.h>

#include <algorithm>
#include <utility>

namespace jacquard::nir::interpreter {

Program::Program(std::unique_ptr<ProgramData> data) : data_(std::move(data)) {}
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

std::optional<Program> Program::prepare(const Shader& shader, Fault& fault, const Limits& limits) {
    auto data = std::make_unique<ProgramData>();
    Preparer preparer(shader, *data, limits);
    std::string reason = preparer.run();
    if (const std::optional<Limit> reached = preparer.reached()) {
        fault = {FaultKind::too_large, limit_message(*reached, limits), reached};
        return std::nullopt;
    }
    if (!reason.empty()) {
        fault = {FaultKind::malformed, std::move(reason)};
        return std::nullopt;
    }
    return Program(std::move(data));
}

std::size_t Program::num_steps() const {
    std::size_t count = 0;
    for (const Step& step : data_->steps) {
        const bool is_batch = step.kind == StepKind::lanes || step.kind == StepKind::fixed;
        count += is_batch ? step.second : 1;
    }
    return count;
}

std::size_t Program::bytes_per_lane() const {
    return data_->bytes_per_lane;
}

Interpreter::Interpreter(const Program& program, unsigned lanes, unsigned num_waves)
    : Interpreter(program, std::vector<unsigned>(std::max(num_waves, 1U), lanes)) {}

Interpreter::Interpreter(const Program& program, std::span<const unsigned> lanes_of_waves)
    : state_(std::make_unique<State>()) {
    state_->program = program.data_.get();
    for (const unsigned lanes : lanes_of_waves) {
        state_->waves.emplace_back(*state_->program, std::clamp(lanes, 1U, kMaxLanes));
    }
    state_->is_done.resize(state_->waves.size());
}

Interpreter::Interpreter(Interpreter&&) noexcept = default;
Interpreter& Interpreter::operator=(Interpreter&&) noexcept = default;
Interpreter::~Interpreter() = default;

RunResult Interpreter::run(const Environment& environment, const RunOptions& options) {
    return run(std::span<const Environment>(&environment, 1), options);
}

RunResult Interpreter::run(std::span<const Environment> environments, const RunOptions& options) {
    const std::size_t count = std::min(environments.size(), state_->waves.size());
    for (std::size_t i = 0; i < count; ++i) {
        state_->waves[i].start(environments[i], options, static_cast<unsigned>(i),
                               static_cast<unsigned>(count));
        state_->is_done[i] = false;
    }
    RunResult result;
    std::uint64_t steps_left = options.maximum_steps;
    std::size_t num_done = 0;
    while (num_done < count && !result.fault) {
        const std::size_t done_before = num_done;
        for (std::size_t i = 0; i < count && !result.fault; ++i) {
            if (state_->is_done[i]) {
                continue;
            }
            Wave& wave = state_->waves[i];
            const Wave::Outcome outcome = wave.resume(steps_left);
            if (outcome == Wave::Outcome::finished) {
                state_->is_done[i] = true;
                ++num_done;
            } else if (outcome == Wave::Outcome::faulted) {
                result.fault = std::move(wave.fault);
            }
        }
        // All of them wait for each other, or none does.
        if (!result.fault && num_done != done_before && num_done != count) {
            result.fault = {FaultKind::barrier, "some waves wait at a barrier that others never "
                                                "reach"};
        }
    }
    result.live = live();
    result.steps = options.maximum_steps - steps_left;
    return result;
}

unsigned Interpreter::lanes(unsigned wave) const {
    return state_->waves[wave].values.num_lanes;
}

LaneMask Interpreter::live(unsigned wave) const {
    const Wave& state = state_->waves[wave];
    return state.lanes.all - state.lanes.helpers;
}

std::uint64_t Interpreter::value(const SsaDef& value, unsigned component, unsigned lane,
                                 unsigned wave) const {
    const std::vector<Place>& places = state_->program->entry_places;
    if (value.index >= places.size() || component >= places[value.index].num_components) {
        return 0;
    }
    return state_->waves[wave].values.read(places[value.index], component, lane);
}

} // namespace jacquard::nir::interpreter
