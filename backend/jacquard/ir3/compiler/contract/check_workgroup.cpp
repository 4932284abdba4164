#include <jacquard/generated/ir3/parts.h>
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/contract/among_lanes.h>
#include <jacquard/ir3/compiler/contract/check_workgroup.h>
#include <jacquard/ir3/compiler/contract/fold_workgroup_size.h>
#include <jacquard/ir3/compiler/contract/shader_property.h>
#include <jacquard/ir3/target/occupancy.h>
#include <jacquard/ir3/target/wave_size.h>
#include <jacquard/ir3/target/workgroup_limits.h>
#include <jacquard/ir3/target/workgroup_waves.h>
#include <jacquard/nir/ir/shader.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace jacquard::ir3 {

namespace {

Workgroup workgroup_of(const nir::Shader& shader) {
    return {fixed_workgroup_size(shader).value_or(std::array<std::uint32_t, 3>{1, 1, 1}),
            property_of(shader, "shared_size")};
}

// Returns the place where the text states the size of workgroups, or the first place where it names
// none of its properties: shaders keep no line of a property.
SourcePosition position_of_size(std::string_view text) {
    for (const std::string_view name : kWorkgroupSizes) {
        if (const std::size_t at = text.find(name); at != std::string_view::npos) {
            const std::string_view before = text.substr(0, at);
            const std::size_t start = before.rfind('\n') + 1; // 0 where there is no line before
            const auto lines = std::count(before.begin(), before.end(), '\n');
            return {static_cast<std::uint32_t>(lines) + 1,
                    static_cast<std::uint32_t>(at - start) + 1};
        }
    }
    return {};
}

// All stages but two have waves of base width alone, as those of vertices do.
ShaderStage stage_of(const nir::Shader& shader) {
    switch (shader.info.stage) {
    case nir::Stage::fragment: return ShaderStage::fragment;
    case nir::Stage::compute: return ShaderStage::compute;
    default: return ShaderStage::vertex;
    }
}

// Whether what a program computes may depend on how many lanes a wave has. A quad is the same in
// all of them.
bool tells_waves_apart(nir::IntrinsicOp op) {
    if (const nir::LaneExchange* exchange = nir::lane_exchange(op)) {
        return exchange->within != nir::InvocationGroup::quad;
    }
    if (const nir::LaneVote* vote = nir::lane_vote(op)) {
        return vote->within != nir::InvocationGroup::quad;
    }
    return op == nir::IntrinsicOp::load_subgroup_size || is_among_lanes(op);
}

} // namespace

void widen_waves(const nir::Shader& shader, Target& target) {
    if (target.wave_size != 0 || shader.info.stage != nir::Stage::compute) {
        return;
    }
    const std::uint64_t invocations = product_of(workgroup_of(shader).size);
    const std::uint32_t size = usual_wave_size(invocations, target.machine);
    if (size != target.machine.wave_lanes) {
        target.set_wave_size(size);
    }
}

bool check_workgroup(const nir::Shader& shader, const Target& target, Diagnostics& diagnostics) {
    const MachineFacts& machine = target.machine;
    const ShaderStage stage = stage_of(shader);
    if (target.wave_size != 0 && !has_wave_size(target.wave_size, stage, machine)) {
        diagnostics.error("I304", {},
                          "part " + part_name(target.gpu) + " has no waves of " +
                              std::to_string(target.wave_size) +
                              " lanes in this stage; they have " + wave_sizes(stage, machine));
        return false;
    }
    if (shader.info.stage != nir::Stage::compute) {
        return true;
    }
    const Workgroup group = workgroup_of(shader);
    const auto fail = [&](std::string_view code, std::string message) {
        diagnostics.error(code, position_of_size(diagnostics.text()), std::move(message));
        return false;
    };
    if (product_of(group.size) == 0) {
        return fail("I104", "the workgroup has no invocations");
    }
    std::string beyond = beyond_limits(group, machine, target.gpu, target.wave_size);
    return beyond.empty() || fail("I303", std::move(beyond));
}

std::uint32_t fixed_wave_size(const nir::Shader& shader, const Target& target) {
    if (stage_of(shader) == ShaderStage::vertex || target.wave_size != 0) {
        return target.wave_size;
    }
    return !target.machine.double_waves || shader.may_have_intrinsic(tells_waves_apart)
               ? target.machine.wave_lanes
               : 0;
}

} // namespace jacquard::ir3
