#pragma once

#include <jacquard/generated/nir/enums.h>
#include <jacquard/ir3/program.h>

#include <array>
#include <utility>

namespace jacquard::ir3 {

// Returns the stage of a program that is made of a shader of this one.
[[nodiscard]] constexpr ShaderStage shader_stage(nir::Stage stage) {
    constexpr std::array kStages = {
        std::pair{nir::Stage::vertex, ShaderStage::vertex},
        std::pair{nir::Stage::fragment, ShaderStage::fragment},
        std::pair{nir::Stage::compute, ShaderStage::compute},
        std::pair{nir::Stage::tess_control, ShaderStage::tess_control},
        std::pair{nir::Stage::tess_evaluation, ShaderStage::tess_evaluation},
    };
    for (const auto& [of_shader, of_program] : kStages) {
        if (of_shader == stage) {
            return of_program;
        }
    }
    return ShaderStage::geometry;
}

} // namespace jacquard::ir3
