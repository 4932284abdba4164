#include <jacquard/driver/workgroup_runner.h>
#include <jacquard/ir3/slots.h>

#include <span>

namespace jacquard::driver {

namespace {

constexpr std::uint32_t kMostInvocations = 4096;

} // namespace

bool WorkgroupRunner::make_waves(ir3::Fault& fault) {
    const std::uint64_t invocations = ir3::product_of(program_.workgroup_size);
    if (invocations == 0 || invocations > kMostInvocations) {
        fault = {ir3::FaultKind::too_large, 0, 0,
                 "work groups of " + std::to_string(invocations) + " invocations cannot be run"};
        return false;
    }
    layout_ = {static_cast<std::uint32_t>(invocations), wave_size_};
    waves_.clear();
    for (std::uint32_t wave = 0; wave < layout_.count(); ++wave) {
        waves_.emplace_back(layout_.lanes(wave), revision_);
    }
    private_.assign(std::size_t{program_.private_bytes} * invocations, std::byte{0});
    return true;
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

bool WorkgroupRunner::run(std::array<std::uint32_t, 3> groups, const ir3::Environment& environment,
                          const ir3::RunOptions& options, ir3::Fault& fault) {
    if (!make_waves(fault)) {
        return false;
    }
    for (const ir3::DriverParameter& parameter : program_.driver_parameters) {
        if (parameter.name == ir3::slot_info(ir3::Slot::SYSTEM_VALUE_SUBGROUP_SIZE).name &&
            parameter.constant < environment.constants.size()) {
            environment.constants[parameter.constant] = layout_.size();
        }
    }
    const auto set_constants = [&](ir3::Slot slot, const std::array<std::uint32_t, 3>& values) {
        for (const ir3::DriverParameter& parameter : program_.driver_parameters) {
            for (std::size_t i = 0;
                 parameter.name == ir3::slot_info(slot).name && i < values.size() &&
                 parameter.constant + i < environment.constants.size();
                 ++i) {
                environment.constants[parameter.constant + i] = values[i];
            }
        }
    };
    set_constants(ir3::Slot::SYSTEM_VALUE_WORKGROUP_SIZE, program_.workgroup_size);
    const std::span<std::byte> given = environment.local.bytes;
    const std::uint64_t count = ir3::product_of(groups);
    for (std::uint64_t g = 0; g < count; ++g) {
        shared_.assign(given.empty() ? program_.shared_bytes : 0, std::byte{0});
        const std::array<std::uint32_t, 3> group = ir3::place_of(g, groups);
        set_constants(ir3::Slot::SYSTEM_VALUE_WORKGROUP_ID, group);
        std::vector<ir3::Environment> environments(waves_.size(), environment);
        for (std::uint32_t wave = 0; wave < layout_.count(); ++wave) {
            waves_[wave].reset();
            for (const ir3::ProgramInput& input : program_.inputs) {
                set_input(waves_[wave], input, group, layout_.first(wave));
            }
            ir3::Environment& own = environments[wave];
            own.local.bytes = given.empty() ? shared_ : given;
            own.private_memory.bytes = std::span(private_).subspan(
                std::size_t{layout_.first(wave)} * program_.private_bytes,
                std::size_t{layout_.lanes(wave)} * program_.private_bytes);
            own.wave = wave;
            own.runs_preamble = wave == 0;
        }
        ir3::RunResult outcome =
            ir3::Emulator::run_workgroup(waves_, executable_, environments, options);
        if (outcome.fault) {
            fault = std::move(outcome.fault);
            return false;
        }
    }
    return true;
}

} // namespace jacquard::driver
