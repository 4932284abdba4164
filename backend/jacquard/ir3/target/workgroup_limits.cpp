#include <jacquard/generated/ir3/parts.h>
#include <jacquard/ir3/target/wave_size.h>
#include <jacquard/ir3/target/workgroup_limits.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// Workgroups that are there at a time are spread over so many cores, so that some share one and
// some do not.
constexpr std::uint32_t kCores = 2;

constexpr std::array<char, 3> kAxes = {'x', 'y', 'z'};

std::string has_at_most(std::uint32_t part, std::uint64_t most) {
    return "; part " + part_name(part) + " has at most " + std::to_string(most);
}

std::string shape_of(const std::array<std::uint32_t, 3>& sizes) {
    return std::to_string(sizes[0]) + " x " + std::to_string(sizes[1]) + " x " +
           std::to_string(sizes[2]);
}

// Returns why a part cannot run so many workgroups; empty where it can.
std::string beyond_grid(const std::array<std::uint32_t, 3>& groups, const MachineFacts& machine,
                        std::uint32_t part) {
    for (std::size_t axis = 0; axis < groups.size(); ++axis) {
        if (groups[axis] > machine.grid_axis) {
            return "there are " + std::to_string(groups[axis]) + " workgroups along the axis " +
                   kAxes[axis] + has_at_most(part, machine.grid_axis);
        }
    }
    return {};
}

} // namespace

std::uint32_t compute_constant_room(std::uint32_t shared_bytes, const MachineFacts& machine) {
    constexpr std::uint32_t kVectorBytes = 16;
    const std::uint32_t left =
        machine.local_store_bytes - std::min<std::uint32_t>(shared_bytes, machine.workgroup_bytes);
    return std::min<std::uint32_t>(machine.compute_constant_vec4,
                                   left / (kVectorBytes * machine.wave_granularity));
}

std::string beyond_limits(const Workgroup& group, const MachineFacts& machine, std::uint32_t part,
                          std::uint32_t wave_size) {
    const std::array<std::uint32_t, 3> most = {machine.workgroup_axis, machine.workgroup_axis,
                                               machine.workgroup_depth};
    for (std::size_t axis = 0; axis < most.size(); ++axis) {
        if (group.size[axis] > most[axis]) {
            return "the workgroup has " + std::to_string(group.size[axis]) +
                   " invocations along its axis " + kAxes[axis] + has_at_most(part, most[axis]);
        }
    }
    const std::uint64_t invocations = product_of(group.size);
    if (const std::uint32_t limit = most_invocations(machine, wave_size); invocations > limit) {
        return "the workgroup of " + shape_of(group.size) + " has " + std::to_string(invocations) +
               " invocations" + has_at_most(part, limit) +
               (wave_size != 0 ? " in waves of " + std::to_string(wave_size) + " lanes" : "");
    }
    if (group.shared_bytes > machine.workgroup_bytes) {
        return "the workgroup shares " + std::to_string(group.shared_bytes) + " bytes of memory" +
               has_at_most(part, machine.workgroup_bytes);
    }
    return {};
}

std::string never_together(const WaveNeeds& needs, const MachineFacts& machine,
                           std::uint32_t part) {
    const Occupancy occupancy = occupancy_of(needs, machine);
    if (!needs.waits || occupancy.holds_group()) {
        return {};
    }
    WaveNeeds wave = needs; // of no group, so that the reason is not the size of the group
    wave.group_lanes = 0;
    wave.wave_size = occupancy.lanes;
    const WaveLimit limit = occupancy_of(wave, machine).limit;
    std::string uses = std::to_string(std::max(needs.full_registers, 1U)) + " full and " +
                       std::to_string(needs.half_registers) + " half registers";
    if (limit == WaveLimit::branch_stack) {
        uses = std::to_string(needs.branch_stack) + " places at which lanes wait for others";
    }
    return "the " + std::to_string(needs.group_lanes) +
           " invocations of a workgroup wait for each other at a barrier in " +
           std::to_string(occupancy.group_waves) + " waves of " + std::to_string(occupancy.lanes) +
           " lanes; part " + part_name(part) + " runs " + std::to_string(occupancy.waves) +
           " at a time with " + uses;
}

std::optional<WorkgroupWaves> waves_of(const Dispatch& dispatch, const MachineFacts& machine,
                                       std::uint32_t part, std::string& fault) {
    const std::uint64_t invocations = product_of(dispatch.group.size);
    const std::uint32_t wave_size =
        dispatch.wave_size != 0 ? dispatch.wave_size : usual_wave_size(invocations, machine);
    if (!has_wave_size(wave_size, ShaderStage::compute, machine)) {
        fault = "part " + part_name(part) + " has no waves of " + std::to_string(wave_size) +
                " lanes; they have " + wave_sizes(ShaderStage::compute, machine);
    } else if (invocations == 0) {
        fault = "the workgroup has no invocations";
    } else {
        fault = beyond_limits(dispatch.group, machine, part, wave_size);
        fault += fault.empty() ? beyond_grid(dispatch.groups, machine, part) : std::string();
    }
    if (!fault.empty()) {
        return std::nullopt;
    }
    WaveNeeds needs = dispatch.needs;
    needs.stage = ShaderStage::compute;
    needs.group_lanes = static_cast<std::uint32_t>(invocations);
    needs.shared_bytes = static_cast<std::uint32_t>(dispatch.group.shared_bytes);
    needs.wave_size = wave_size;
    fault = never_together(needs, machine, part);
    if (!fault.empty()) {
        return std::nullopt;
    }
    const Occupancy occupancy = occupancy_of(needs, machine);
    const std::uint32_t resident = kCores * occupancy.waves / occupancy.group_waves;
    return WorkgroupWaves(needs.group_lanes, wave_size, std::max(resident, 1U));
}

} // namespace jacquard::ir3
