#pragma once

#include <jacquard/ir3/program.h>

#include <algorithm>
#include <string_view>

// The names of the stages in other compilers.
namespace jacquard::driver {

struct CostStage {
    ir3::ShaderStage stage;
    std::string_view letters;
    std::string_view name;
};

inline constexpr CostStage kCostStages[] = {
    {ir3::ShaderStage::vertex, "VS", "Vertex"},
    {ir3::ShaderStage::fragment, "FS", "Fragment"},
    {ir3::ShaderStage::compute, "CS", "Compute"},
    {ir3::ShaderStage::tess_control, "HS", "Tessellation Control"},
    {ir3::ShaderStage::tess_evaluation, "DS", "Tessellation Evaluation"},
    {ir3::ShaderStage::geometry, "GS", "Geometry"},
};

[[nodiscard]] inline const CostStage& cost_stage(ir3::ShaderStage stage) {
    return *std::find_if(std::begin(kCostStages), std::end(kCostStages),
                         [stage](const CostStage& known) { return known.stage == stage; });
}

} // namespace jacquard::driver
