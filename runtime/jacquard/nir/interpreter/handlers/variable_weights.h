#pragma once

#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/ir/interpolation_place.h>

#include <array>
#include <cstdint>
#include <optional>

namespace jacquard::nir::interpreter {

// Returns where an input that is read as a variable is interpolated; nothing if it is not.
inline std::optional<BarycentricPlace> weights_of(const Wave& wave, const Variable* variable) {
    const bool is_interpolated =
        variable != nullptr && wave.values.program->shader->info.stage == Stage::fragment &&
        variable->mode == VariableMode::shader_in && !variable->per_vertex &&
        !wave.environment->inputs_are_interpolated &&
        (variable->interpolation == Interpolation::smooth ||
         variable->interpolation == Interpolation::noperspective);
    if (!is_interpolated) {
        return std::nullopt;
    }
    return barycentric_place(variable->interpolation_location);
}

// The weights that the intrinsic for barycentric coordinates gives.
inline InterpolationWeights barycentric(const Wave& wave, BarycentricPlace place,
                                        Interpolation mode, unsigned lane, std::uint64_t argument) {
    const std::optional<IntrinsicOp> op = barycentric_at(place);
    if (!op || wave.environment->system_values == nullptr) {
        return {};
    }
    std::array<std::int64_t, kMaxIntrinsicIndices> indices{};
    IntrinsicInstruction question(*op);
    question.indices = indices.data();
    question.set_interp_mode(mode);
    question.value.num_components = 2;
    question.value.bit_size = 32;
    SystemValues& values = *wave.environment->system_values;
    return {values.value(question, 0, lane, argument).value_or(0),
            values.value(question, 1, lane, argument).value_or(0), 4};
}

} // namespace jacquard::nir::interpreter
