#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::driver {

using Words = std::vector<std::uint32_t>;

// A texture or image with all its texels; one level, one sample.
struct RecordedTexture {
    std::string dim; // 1D, 2D, 3D, Cube
    bool is_float = true;
    bool is_signed = false;      // of integers
    unsigned num_components = 4; // of a texel
    std::array<std::uint32_t, 3> size{1, 1, 1};
    std::uint32_t layers = 1;
    Words texels;             // x fastest, then y, then z, then layer
    bool is_combined = false; // with a sampler
    std::string compare;      // of a shadow sampler: less_or_equal and so on
};

} // namespace jacquard::driver
