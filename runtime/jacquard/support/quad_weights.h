#pragma once

#include <array>
#include <span>

// The triangle whose corners are the first three pixels of a quad: top left, top right and bottom
// left. The inputs of those pixels are the corners' values, and tell what an input is anywhere
// around.
namespace jacquard {

inline constexpr unsigned kQuadPixels = 4;

// Describes how much of the second and of the third corner is in a value; the rest is of the first
// one.
using QuadWeights = std::array<float, 2>;

// Weights of what is linear in the window, at a place in pixels from the first corner.
[[nodiscard]] constexpr QuadWeights linear_weights(float x, float y) {
    return {x, y};
}

// Weights of what is linear in space. `reciprocal_w` is of the pixels of the quad.
[[nodiscard]] constexpr QuadWeights perspective_weights(float x, float y,
                                                        std::span<const float> reciprocal_w) {
    const float there = reciprocal_w[0] + x * (reciprocal_w[1] - reciprocal_w[0]) +
                        y * (reciprocal_w[2] - reciprocal_w[0]);
    return {x * (reciprocal_w[1] / there), y * (reciprocal_w[2] / there)};
}

// Returns the offset of a pixel of the quad from the first one.
[[nodiscard]] constexpr std::array<float, 2> place_in_quad(unsigned pixel) {
    return {(pixel & 1U) != 0 ? 1.0F : 0.0F, (pixel & 2U) != 0 ? 1.0F : 0.0F};
}

// Returns true if these are a pixel's own weights, of either kind: its value is known then.
[[nodiscard]] constexpr bool are_own_weights(const QuadWeights& weights, unsigned pixel,
                                             std::span<const float> reciprocal_w) {
    const auto [x, y] = place_in_quad(pixel);
    return weights == linear_weights(x, y) || weights == perspective_weights(x, y, reciprocal_w);
}

[[nodiscard]] constexpr float weighted(const std::array<float, 3>& corners,
                                       const QuadWeights& weights) {
    return corners[0] + weights[0] * (corners[1] - corners[0]) +
           weights[1] * (corners[2] - corners[0]);
}

} // namespace jacquard
