#include <jacquard/ir3/target/occupancy.h>
#include <jacquard/ir3/target/wave_size.h>

#include <algorithm>
#include <array>

namespace jacquard::ir3 {

namespace {

std::uint32_t rounded_up(std::uint32_t value, std::uint32_t unit) {
    return value / unit + (value % unit != 0 ? 1 : 0);
}

// Registers that every lane of a wave of base width needs.
std::uint32_t registers_needed(const WaveNeeds& needs, const MachineFacts& machine) {
    const std::uint32_t halves = machine.merged_registers ? rounded_up(needs.half_registers, 2) : 0;
    return std::max({needs.full_registers, halves, 1U});
}

// Returns true if waves have either width, and it is not decided which.
bool is_width_open(const WaveNeeds& needs, const MachineFacts& machine) {
    return needs.wave_size == 0 && machine.double_waves &&
           (needs.stage == ShaderStage::fragment ||
            (needs.stage == ShaderStage::compute && needs.group_lanes > machine.wave_lanes));
}

bool is_double(const WaveNeeds& needs, const MachineFacts& machine) {
    if (!is_width_open(needs, machine)) {
        return needs.wave_size > machine.wave_lanes;
    }
    // No more lanes can wait for others than there are.
    const std::uint32_t waiting =
        std::min<std::uint32_t>(needs.branch_stack, machine.wave_lanes * 2U);
    const std::uint32_t share = needs.half_arithmetic ? 1 : machine.double_wave_share;
    return waiting <= machine.branch_stack &&
           registers_needed(needs, machine) * 2 <= machine.wave_vec4 / share;
}

// Waves that each of the things leaves room for of which there is not enough for all.
struct Bound {
    WaveLimit limit;
    std::uint32_t waves;
};

std::array<Bound, 3> bounds_of(const WaveNeeds& needs, const MachineFacts& machine,
                               std::uint32_t lanes) {
    const std::uint32_t width = lanes / machine.wave_lanes;
    const std::uint32_t granularity = machine.wave_granularity;
    std::array<Bound, 3> bounds = {
        {{WaveLimit::registers,
          machine.wave_vec4 / (registers_needed(needs, machine) * width) * granularity},
         {WaveLimit::shared_memory, machine.most_waves},
         {WaveLimit::branch_stack, machine.most_waves}}};
    if (needs.group_lanes != 0 && needs.shared_bytes != 0) {
        const std::uint32_t taken =
            rounded_up(needs.shared_bytes, machine.workgroup_unit) * machine.workgroup_unit;
        const std::uint32_t groups = machine.workgroup_bytes / taken;
        bounds[1].waves = rounded_up(needs.group_lanes, lanes * granularity) * groups * granularity;
    }
    if (needs.branch_stack != 0) {
        const std::uint32_t waiting = std::min(needs.branch_stack, lanes);
        bounds[2].waves = std::max(machine.branch_stack / waiting, 1U) * granularity;
    }
    return bounds;
}

// The occupancy with waves of base width, or of twice that width.
Occupancy occupancy_at(std::uint32_t width, const WaveNeeds& needs, const MachineFacts& machine) {
    Occupancy found;
    found.lanes = machine.wave_lanes * width;
    found.waves = machine.most_waves;
    for (const Bound& bound : bounds_of(needs, machine, found.lanes)) {
        if (bound.waves < found.waves) {
            found.waves = bound.waves;
            found.limit = bound.limit;
        }
    }
    found.group_waves = rounded_up(needs.group_lanes, found.lanes);
    if (found.group_waves > found.waves) {
        found.limit = WaveLimit::group_size;
    }
    found.is_exact = found.limit != WaveLimit::branch_stack && found.limit != WaveLimit::group_size;
    found.percent = std::min(found.waves * width * 100 / machine.most_waves, 100U);
    return found;
}

} // namespace

std::string_view name_of(WaveLimit limit) {
    constexpr std::array<std::string_view, 5> kNames = {"none", "registers", "shared memory",
                                                        "branch stack", "group size"};
    return kNames[static_cast<std::size_t>(limit)];
}

Occupancy occupancy_of(const WaveNeeds& needs, const MachineFacts& machine) {
    const bool doubled = is_double(needs, machine);
    Occupancy found = occupancy_at(doubled ? 2 : 1, needs, machine);
    if (needs.waits && !found.holds_group() && is_width_open(needs, machine)) {
        const Occupancy other = occupancy_at(doubled ? 1 : 2, needs, machine);
        return other.holds_group() ? other : found;
    }
    return found;
}

std::uint32_t most_registers(WaveNeeds needs, const MachineFacts& machine) {
    needs.half_registers = 0;
    needs.full_registers = machine.full_registers;
    for (; needs.full_registers > 0; --needs.full_registers) {
        const Occupancy found = occupancy_of(needs, machine);
        if (needs.waits ? found.holds_group() : found.waves != 0) {
            break;
        }
    }
    return needs.full_registers;
}

std::uint32_t most_invocations(const MachineFacts& machine, std::uint32_t wave_size) {
    WaveNeeds least;
    least.stage = ShaderStage::compute;
    least.wave_size = wave_size != 0 ? wave_size : widest_wave(machine);
    return occupancy_of(least, machine).lanes_at_a_time();
}

std::uint32_t usual_wave_size(std::uint64_t workgroup_lanes, const MachineFacts& machine) {
    return workgroup_lanes > most_invocations(machine, machine.wave_lanes) ? widest_wave(machine)
                                                                           : machine.wave_lanes;
}

void ArithmeticWidths::count(const Instruction& instruction, const OpcodeInfo& info,
                             bool in_preamble) {
    if (in_preamble || !is_arithmetic(info.category)) {
        return;
    }
    const bool reads_half = instruction.src0.half || instruction.src1.half ||
                            instruction.src2.half || instruction.src3.half;
    all_ += 1;
    halves_ += instruction.dst.half && reads_half ? 1 : 0;
}

bool ArithmeticWidths::is_much(const MachineFacts& machine) const {
    return std::uint64_t{halves_} * machine.half_arithmetic_share > all_;
}

void limit_registers(const WaveNeeds& needs, MachineFacts& machine) {
    const std::uint32_t most = most_registers(needs, machine);
    machine.full_registers = static_cast<std::uint16_t>(most);
    if (machine.merged_registers) {
        machine.half_registers =
            static_cast<std::uint16_t>(std::min<std::uint32_t>(machine.half_registers, most * 2));
    }
}

WaveNeeds wave_needs(const Program& program) {
    WaveNeeds needs;
    needs.stage = program.stage;
    needs.full_registers = program.statistics.full_registers;
    needs.half_registers = program.statistics.half_registers;
    needs.branch_stack = program.statistics.branch_stack;
    needs.shared_bytes = program.shared_bytes;
    needs.group_lanes = workgroup_lanes(program);
    needs.wave_size = program.wave_size;
    return needs;
}

std::uint32_t workgroup_lanes(const Program& program) {
    std::uint64_t lanes = 1;
    for (const std::uint32_t size : program.workgroup_size) {
        lanes = std::min<std::uint64_t>(lanes * size, ~0U);
    }
    return static_cast<std::uint32_t>(lanes);
}

} // namespace jacquard::ir3
