#pragma once

#include <jacquard/draw/scene/triangles.h>

#include <array>
#include <cstdint>

namespace jacquard::driver::draw {

inline constexpr std::int64_t kSubpixelParts = std::int64_t{1} << kSubpixelBits;

// The edge functions of a triangle: twice the areas that a point makes with its edges, positive
// within. Edge i lies against corner i.
struct TriangleEdges {
    std::array<std::int64_t, 3> step_x{};
    std::array<std::int64_t, 3> step_y{};
    std::array<std::int64_t, 3> at_origin{};
    std::array<std::int64_t, 3> least{}; // that is within: points on lower and right edges are not
    double area = 0.0;

    explicit TriangleEdges(const Triangle& triangle) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t a = (i + 1) % 3;
            const std::size_t b = (i + 2) % 3;
            const std::int64_t dx = triangle.x[b] - triangle.x[a];
            const std::int64_t dy = triangle.y[b] - triangle.y[a];
            step_x[i] = -dy;
            step_y[i] = dx;
            at_origin[i] = dy * triangle.x[a] - dx * triangle.y[a];
            // Corners go clockwise: a top edge runs to the right, a left one up.
            const bool is_top_or_left = (dy == 0 && dx > 0) || dy < 0;
            least[i] = is_top_or_left ? 0 : 1;
            sum += at_origin[i];
        }
        area = static_cast<double>(sum);
    }

    // At the middle of a pixel.
    [[nodiscard]] std::array<std::int64_t, 3> at(std::int64_t x, std::int64_t y) const {
        std::array<std::int64_t, 3> values{};
        for (std::size_t i = 0; i < 3; ++i) {
            values[i] = at_origin[i] + step_x[i] * (x * kSubpixelParts + kSubpixelParts / 2) +
                        step_y[i] * (y * kSubpixelParts + kSubpixelParts / 2);
        }
        return values;
    }
    [[nodiscard]] bool covers(const std::array<std::int64_t, 3>& values) const {
        return values[0] >= least[0] && values[1] >= least[1] && values[2] >= least[2];
    }
};

} // namespace jacquard::driver::draw
