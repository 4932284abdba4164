#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <string>

namespace jacquard::nir {

struct EquivalenceOptions {
    std::uint64_t seed = 1;
    unsigned runs = 8;       // for each number of lanes; the first ones take edge values
    bool has_edges = true;   // else small numbers only
    bool quads_only = false; // not larger waves as well
    // Floats may differ by this many units in the last place; 0: only a NaN's bits are free.
    std::uint64_t ulps = 0;
    // Or by this much of max(1, |value|); 0: not at all.
    double tolerance = 0.0;
    // Not what variables of the shader hold, which is gone with the work group.
    bool compare_shared = true;
    // Else fragments interpolate their inputs themselves.
    bool inputs_are_interpolated = false;
    std::uint64_t maximum_steps = 200'000;
    unsigned* num_compared = nullptr; // counts the runs that were compared
};

// Checks that two shaders compute the same: both run for quads and larger waves, on edge values and
// random ones, with the same inputs, constants, memory, system values and textures. Outputs of live
// lanes, the live lanes themselves, and memory are compared. Empty when they agree; else what
// differs first, on which run. A run in which `before` faults says nothing and is skipped. Inputs,
// outputs and uniforms whose variables have other places in `after` are followed there.
[[nodiscard]] std::string difference(const Shader& before, const Shader& after,
                                     const EquivalenceOptions& options);
[[nodiscard]] std::string difference(const Shader& before, const Shader& after,
                                     std::uint64_t seed = 1);

} // namespace jacquard::nir
