#pragma once

#include <array>
#include <cstdint>

namespace jacquard::driver {

// The face of a cube that a direction hits, and where; +X, -X, +Y, -Y, +Z and -Z are 0 to 5.
struct CubePlace {
    std::int64_t face = 0;
    float u = 0.0F; // 0 to 1 within the face
    float v = 0.0F;
};

// `way` on the face that `chooser` points at.
[[nodiscard]] CubePlace place_on_cube(const std::array<float, 3>& way,
                                      const std::array<float, 3>& chooser);

// The direction of a place, which may lie beside its face.
[[nodiscard]] std::array<float, 3> direction_of(const CubePlace& place);

// A texel of a face.
struct CubeTexel {
    std::int64_t face = 0;
    std::int64_t x = 0;
    std::int64_t y = 0;
};

// The texel of a face with `size` texels along an edge that continues it beyond one of its edges by
// one texel; one within the face is itself.
[[nodiscard]] CubeTexel continued(const CubeTexel& texel, std::uint32_t size);

} // namespace jacquard::driver
