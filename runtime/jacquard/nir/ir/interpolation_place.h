#pragma once

#include <jacquard/generated/nir/behaviour.h>

namespace jacquard::nir {

// The barycentric coordinates that an input is interpolated with at a place that the program
// chooses. What a vertex gave is not interpolated.
[[nodiscard]] constexpr BarycentricPlace barycentric_place(InterpolationPlace at) {
    switch (at) {
    case InterpolationPlace::centroid: return BarycentricPlace::centroid;
    case InterpolationPlace::sample: return BarycentricPlace::at_sample;
    case InterpolationPlace::offset: return BarycentricPlace::at_offset;
    case InterpolationPlace::vertex: break;
    }
    return BarycentricPlace::pixel;
}

// And at the place that a variable says.
[[nodiscard]] constexpr BarycentricPlace barycentric_place(InterpolationLocation location) {
    switch (location) {
    case InterpolationLocation::centroid: return BarycentricPlace::centroid;
    case InterpolationLocation::sample: return BarycentricPlace::sample;
    case InterpolationLocation::center: break;
    }
    return BarycentricPlace::pixel;
}

} // namespace jacquard::nir
