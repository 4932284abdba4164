#include <jacquard/ir3/cost/program_needs.h>
#include <jacquard/ir3/target/workgroup_limits.h>
#include <jacquard/runs/engines/workgroup_runner.h>
#include <jacquard/support/concurrency/weak_memory.h>

#include <algorithm>
#include <span>

namespace jacquard::driver {

bool WorkgroupRunner::lay_out(const std::array<std::uint32_t, 3>& groups, ir3::Fault& fault) {
    std::string reason;
    if (!needs_) {
        needs_ = ir3::needs_of_words(program_, revision_, machine_);
    }
    const std::optional<ir3::WorkgroupWaves> made = ir3::waves_of(
        {{program_.workgroup_size, program_.shared_bytes}, groups, program_.wave_size, *needs_},
        machine_, program_.gpu, reason);
    if (!made) {
        fault = {ir3::FaultKind::too_large, 0, 0, std::move(reason)};
        return false;
    }
    if (made->size() != layout_.size() || made->invocations() != layout_.invocations()) {
        waves_.clear();
    }
    layout_ = *made;
    return true;
}

void WorkgroupRunner::make_waves_of(std::size_t count) {
    if (waves_.size() != count * layout_.count()) {
        waves_.clear();
        for (std::size_t group = 0; group < count; ++group) {
            for (std::uint32_t wave = 0; wave < layout_.count(); ++wave) {
                waves_.emplace_back(layout_.lanes(wave), revision_, layout_.size());
            }
        }
    }
    private_.assign(std::size_t{program_.private_bytes} * layout_.invocations() * count,
                    std::byte{0});
}

void WorkgroupRunner::set_input(ir3::Emulator& wave, const ir3::ProgramInput& input,
                                std::array<std::uint32_t, 3> group, std::uint32_t first) const {
    const bool is_local =
        input.name == ir3::slot_info(ir3::Slot::SYSTEM_VALUE_LOCAL_INVOCATION_ID).name;
    for (unsigned component = 0; component < 3; ++component) {
        if ((input.component_mask >> component & 1U) == 0) {
            continue;
        }
        ir3::RegisterLocation place = input.location;
        place.number = static_cast<std::uint16_t>(place.number + component);
        for (unsigned lane = 0; lane < wave.wave().lanes(); ++lane) {
            const std::array<std::uint32_t, 3> local =
                ir3::place_of(std::uint64_t{first} + lane, program_.workgroup_size);
            wave.wave().write(place.number, place.half, lane,
                              is_local ? local[component] : group[component]);
        }
        wave.mark_written(place);
    }
}

void WorkgroupRunner::set_parameter(std::span<std::uint32_t> constants, ir3::Slot slot,
                                    const std::array<std::uint32_t, 3>& values) const {
    for (const ir3::DriverParameter& parameter : program_.driver_parameters) {
        for (std::size_t i = 0; parameter.name == ir3::slot_info(slot).name && i < values.size() &&
                                parameter.constant + i < constants.size();
             ++i) {
            constants[parameter.constant + i] = values[i];
        }
    }
}

void WorkgroupRunner::set_up(ir3::Emulator& emulator, std::uint32_t wave,
                             const std::array<std::uint32_t, 3>& group) const {
    emulator.reset();
    for (const ir3::ProgramInput& input : program_.inputs) {
        set_input(emulator, input, group, layout_.first(wave));
    }
}

bool WorkgroupRunner::run(std::array<std::uint32_t, 3> groups, const ir3::Environment& environment,
                          const ir3::RunOptions& options, ir3::Fault& fault) {
    if (!lay_out(groups, fault)) {
        return false;
    }
    for (const ir3::DriverParameter& parameter : program_.driver_parameters) {
        if (parameter.name == ir3::slot_info(ir3::Slot::SYSTEM_VALUE_SUBGROUP_SIZE).name &&
            parameter.constant < environment.constants.size()) {
            environment.constants[parameter.constant] = layout_.size();
        }
    }
    set_parameter(environment.constants, ir3::Slot::SYSTEM_VALUE_WORKGROUP_SIZE,
                  program_.workgroup_size);
    steps_ = 0;
    if (options.seed) {
        return run_together(groups, environment, options, fault);
    }
    const Share all{groups, 0, ir3::product_of(groups)};
    return run_spread(all, environment, options) || run_in_turn(all, environment, options, fault);
}

bool WorkgroupRunner::run_in_turn(const Share& share, const ir3::Environment& environment,
                                  const ir3::RunOptions& options, ir3::Fault& fault) {
    make_waves_of(1);
    const std::span<std::byte> given = environment.local.bytes;
    ir3::RunOptions left = options;
    for (std::uint64_t g = share.first; g < share.end; ++g) {
        shared_.assign(given.empty() ? program_.shared_bytes : 0, std::byte{0});
        const std::array<std::uint32_t, 3> group = ir3::place_of(g, share.groups);
        set_parameter(environment.constants, ir3::Slot::SYSTEM_VALUE_WORKGROUP_ID, group);
        std::vector<ir3::Environment> environments(waves_.size(), environment);
        for (std::uint32_t wave = 0; wave < layout_.count(); ++wave) {
            set_up(waves_[wave], wave, group);
            ir3::Environment& own = environments[wave];
            own.local.bytes = given.empty() ? shared_ : given;
            own.private_memory.bytes = std::span(private_).subspan(
                std::size_t{layout_.first(wave)} * program_.private_bytes,
                std::size_t{layout_.lanes(wave)} * program_.private_bytes);
            own.wave = wave;
            own.runs_preamble = wave == 0;
        }
        if (observer_ != nullptr) {
            observer_->begin_group(group, waves_);
        }
        ir3::RunResult outcome =
            ir3::Emulator::run_workgroup(waves_, executable_, environments, left, observer_);
        if (outcome.fault) {
            fault = std::move(outcome.fault);
            return false;
        }
        left.maximum_steps -= outcome.steps;
        steps_ += outcome.steps;
    }
    return true;
}

bool WorkgroupRunner::run_together(std::array<std::uint32_t, 3> groups,
                                   const ir3::Environment& environment,
                                   const ir3::RunOptions& options, ir3::Fault& fault) {
    const std::uint64_t count = ir3::product_of(groups);
    ir3::RunOptions left = options;
    const std::size_t num_waves = layout_.count();
    const auto resident =
        static_cast<std::size_t>(std::min<std::uint64_t>(count, layout_.resident()));
    make_waves_of(resident);
    const std::span<std::byte> given = environment.local.bytes;
    const std::size_t shared_bytes = given.empty() ? program_.shared_bytes : given.size();
    const std::size_t num_constants = environment.constants.size();
    constants_.resize(num_constants * waves_.size());
    ConcurrentRun run(*options.seed);
    std::vector<ir3::Environment> environments(waves_.size(), environment);
    for (std::uint64_t first = 0; first < count; first += resident) {
        const auto num_groups =
            static_cast<std::size_t>(std::min<std::uint64_t>(resident, count - first));
        run.memory.forget(shared_);
        shared_.assign(shared_bytes * num_groups, kUnsetByte);
        for (std::size_t i = 0; i < num_groups * num_waves; ++i) {
            const auto wave = static_cast<std::uint32_t>(i % num_waves);
            const std::size_t place = i / num_waves;
            const std::array<std::uint32_t, 3> group = ir3::place_of(first + place, groups);
            set_up(waves_[i], wave, group);
            ir3::Environment& own = environments[i];
            own.constants = std::span(constants_).subspan(i * num_constants, num_constants);
            std::copy(environment.constants.begin(), environment.constants.end(),
                      own.constants.begin());
            set_parameter(own.constants, ir3::Slot::SYSTEM_VALUE_WORKGROUP_ID, group);
            own.local.bytes = std::span(shared_).subspan(place * shared_bytes, shared_bytes);
            std::copy(given.begin(), given.end(), own.local.bytes.begin());
            own.private_memory.bytes = std::span(private_).subspan(
                (place * layout_.invocations() + layout_.first(wave)) * program_.private_bytes,
                std::size_t{layout_.lanes(wave)} * program_.private_bytes);
            own.wave = wave;
        }
        ir3::RunResult outcome =
            ir3::Emulator::run_concurrently(std::span(waves_).first(num_groups * num_waves),
                                            num_waves, executable_, environments, run, left);
        if (outcome.fault) {
            fault = std::move(outcome.fault);
            return false;
        }
        left.maximum_steps -= outcome.steps;
        if (given.empty()) {
            run.memory.clear_untouched(shared_);
        } else {
            std::copy_n(shared_.end() - static_cast<std::ptrdiff_t>(given.size()), given.size(),
                        given.begin());
        }
    }
    return true;
}

} // namespace jacquard::driver
