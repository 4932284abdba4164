#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/runs/engines/pipeline_values.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace jacquard::driver {

// Sets up the inputs of a fragment program as the hardware does before it starts.

// The coordinate of a fragment as programs get it, in parts of a pixel (`units_of_pixel` of the
// machine's facts). What lies outside of the 32 bits of the result is at their ends, a NaN at 0.
[[nodiscard]] std::uint32_t units_of_position(std::uint32_t word, unsigned units_of_pixel);

// Returns how many components of varying storage the program and the lookups made for it read.
[[nodiscard]] unsigned varying_components(const ir3::Program& program);

// Returns whether an input is the weights of varyings: of those that are linear in the window, or
// in space.
[[nodiscard]] std::optional<bool> kind_of_weights(std::string_view name);
// The weight that a lane has in its quad (see quad_weights.h).
[[nodiscard]] std::uint32_t weight_in_quad(std::span<const float> reciprocal_w, bool is_linear,
                                           unsigned component, unsigned lane);
// 1 / w of each lane; 1 where nothing tells it.
void take_reciprocal_w(const PipelineValues& values, std::span<float> reciprocal_w);

} // namespace jacquard::driver
