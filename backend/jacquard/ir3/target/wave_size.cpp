#include <jacquard/ir3/target/wave_size.h>

namespace jacquard::ir3 {

namespace {

bool may_be_doubled(ShaderStage stage) {
    return stage == ShaderStage::fragment || stage == ShaderStage::compute;
}

} // namespace

std::uint32_t widest_wave(const MachineFacts& machine) {
    return machine.double_waves ? machine.wave_lanes * 2U : machine.wave_lanes;
}

bool has_wave_size(std::uint32_t lanes, ShaderStage stage, const MachineFacts& machine) {
    return lanes == machine.wave_lanes || (may_be_doubled(stage) && lanes == widest_wave(machine));
}

std::string wave_sizes(ShaderStage stage, const MachineFacts& machine) {
    std::string sizes = std::to_string(machine.wave_lanes);
    if (machine.double_waves && may_be_doubled(stage)) {
        sizes += " or " + std::to_string(widest_wave(machine));
    }
    return sizes;
}

} // namespace jacquard::ir3
