#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace jacquard::textures {

// Returns the number of the layer that a float names: what stands before the point. NaN and
// negative numbers name the first layer.
[[nodiscard]] inline std::uint32_t whole_layer(float layer) {
    constexpr float kMostLayers = 65536.0F; // more than any texture has
    return layer > 0.0F ? static_cast<std::uint32_t>(std::min(std::floor(layer), kMostLayers)) : 0;
}

} // namespace jacquard::textures
