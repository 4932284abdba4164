#include <jacquard/driver/workgroup_runner.h>
#include <jacquard/ir3/slots.h>

#include <algorithm>
#include <bit>
#include <span>

namespace jacquard::driver {

namespace {

constexpr std::uint32_t kMostInvocations = 4096;

} // namespace

bool WorkgroupRunner::make_waves(ir3::Fault& fault) {
    const std::array<std::uint32_t, 3>& size = program_.workgroup_size;
    const std::uint64_t invocations = std::uint64_t{size[0]} * size[1] * size[2];
    if (invocations == 0 || invocations > kMostInvocations) {
        fault = {ir3::FaultKind::too_large, 0, 0,
                 "work groups of " + std::to_string(invocations) + " invocations cannot be run"};
        return false;
    }
    // Waves are alike, so they are the largest that divide the work group.
    auto lanes = static_cast<unsigned>(std::min<std::uint64_t>(invocations, ir3::Wave::kMaxLanes));
    while (invocations % lanes != 0) {
        --lanes;
    }
    waves_.clear();
    for (std::uint64_t first = 0; first < invocations; first += lanes) {
        waves_.emplace_back(lanes, revision_);
    }
    private_.assign(std::size_t{program_.private_bytes} * lanes * waves_.size(), std::byte{0});
    return true;
}

void WorkgroupRunner::set_input(ir3::Emulator& wave, const ir3::ProgramInput& input,
                                std::array<std::uint32_t, 3> group, std::uint32_t first) const {
    const std::array<std::uint32_t, 3>& size = program_.workgroup_size;
    const bool is_local =
        input.name == ir3::slot_info(ir3::Slot::SYSTEM_VALUE_LOCAL_INVOCATION_ID).name;
    for (unsigned component = 0; component < 3; ++component) {
        if ((input.component_mask >> component & 1U) == 0) {
            continue;
        }
        ir3::RegisterLocation place = input.location;
        place.number = static_cast<std::uint16_t>(place.number + component);
        for (unsigned lane = 0; lane < wave.wave().lanes(); ++lane) {
            const std::uint32_t number = first + lane;
            const std::array<std::uint32_t, 3> local = {
                number % size[0], number / size[0] % size[1], number / (size[0] * size[1])};
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
    const auto lanes = static_cast<unsigned>(waves_.front().wave().lanes());
    for (const ir3::DriverParameter& parameter : program_.driver_parameters) {
        if (parameter.name == ir3::slot_info(ir3::Slot::SYSTEM_VALUE_SUBGROUP_SIZE).name &&
            parameter.constant < environment.constants.size()) {
            environment.constants[parameter.constant] = std::bit_ceil(lanes);
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
    const std::size_t private_bytes = std::size_t{lanes} * program_.private_bytes;
    const std::span<std::byte> given = environment.local.bytes;
    const std::uint64_t count = std::uint64_t{groups[0]} * groups[1] * groups[2];
    for (std::uint64_t g = 0; g < count; ++g) {
        shared_.assign(given.empty() ? program_.shared_bytes : 0, std::byte{0});
        const std::array<std::uint32_t, 3> group = {
            static_cast<std::uint32_t>(g % groups[0]),
            static_cast<std::uint32_t>(g / groups[0] % groups[1]),
            static_cast<std::uint32_t>(g / (std::uint64_t{groups[0]} * groups[1]))};
        set_constants(ir3::Slot::SYSTEM_VALUE_WORKGROUP_ID, group);
        std::vector<ir3::Environment> environments(waves_.size(), environment);
        for (std::size_t wave = 0; wave < waves_.size(); ++wave) {
            waves_[wave].reset();
            for (const ir3::ProgramInput& input : program_.inputs) {
                set_input(waves_[wave], input, group, static_cast<std::uint32_t>(wave) * lanes);
            }
            ir3::Environment& own = environments[wave];
            own.local.bytes = given.empty() ? shared_ : given;
            own.private_memory.bytes =
                std::span(private_).subspan(wave * private_bytes, private_bytes);
            own.wave = static_cast<unsigned>(wave);
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
