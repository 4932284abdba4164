#include <jacquard/amber/run/rasterise.h>
#include <jacquard/draw/scene/triangle_edges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace jacquard::driver::amber {

namespace {

using draw::kQuadLanes;
using draw::kSubpixelParts;

using Weights = std::array<double, 3>;

bool is_in(const PixelBox& box, std::int64_t x, std::int64_t y) {
    return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

float depth_at(const Primitive& primitive, const Weights& weights) {
    double depth = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
        depth += weights[i] * primitive.place.depth[i];
    }
    return static_cast<float>(depth);
}

// Covers a quad by asking `cover` for each of its pixels.
template <typename Cover>
void visit_quad(const Primitive& primitive, const PixelBox& box, std::int64_t x, std::int64_t y,
                const std::function<void(const FragmentQuad&)>& visit, Cover&& cover) {
    FragmentQuad quad;
    quad.x = static_cast<std::uint32_t>(x);
    quad.y = static_cast<std::uint32_t>(y);
    quad.primitive = &primitive;
    for (unsigned lane = 0; lane < kQuadLanes; ++lane) {
        const std::int64_t px = x + (lane & 1);
        const std::int64_t py = y + (lane >> 1);
        if (cover(px, py, quad.weights[lane]) && is_in(box, px, py)) {
            quad.covered = static_cast<std::uint8_t>(quad.covered | 1U << lane);
        }
        quad.depth[lane] = depth_at(primitive, quad.weights[lane]);
    }
    if (quad.covered != 0) {
        visit(quad);
    }
}

// The pixels of a range of parts, brought to even ones within the box.
std::pair<std::int64_t, std::int64_t> pixels(std::int64_t least, std::int64_t most,
                                             std::int64_t first, std::int64_t end) {
    const auto floor_of = [](std::int64_t parts) {
        return static_cast<std::int64_t>(
            std::floor(static_cast<double>(parts) / static_cast<double>(kSubpixelParts)));
    };
    return {std::max(floor_of(least) - 1, first) & ~std::int64_t{1},
            std::min(floor_of(most) + 2, end)};
}

void rasterise_triangle(const Primitive& primitive, const PixelBox& box,
                        const std::function<void(const FragmentQuad&)>& visit) {
    const draw::Triangle& place = primitive.place;
    const auto [left, right] = std::minmax_element(place.x.begin(), place.x.end());
    const auto [top, bottom] = std::minmax_element(place.y.begin(), place.y.end());
    const auto [first_x, end_x] = pixels(*left, *right, box.left, box.right);
    const auto [first_y, end_y] = pixels(*top, *bottom, box.top, box.bottom);
    const draw::TriangleEdges edges(place);
    for (std::int64_t y = first_y; y < end_y; y += 2) {
        for (std::int64_t x = first_x; x < end_x; x += 2) {
            visit_quad(primitive, box, x, y, visit,
                       [&](std::int64_t px, std::int64_t py, Weights& weights) {
                           const std::array<std::int64_t, 3> at = edges.at(px, py);
                           for (std::size_t i = 0; i < 3; ++i) {
                               weights[i] = static_cast<double>(at[i]) / edges.area;
                           }
                           return edges.covers(at);
                       });
        }
    }
}

void rasterise_point(const Primitive& primitive, const PixelBox& box,
                     const std::function<void(const FragmentQuad&)>& visit) {
    const auto half = static_cast<std::int64_t>(
        std::llround(primitive.point_size * static_cast<double>(kSubpixelParts) / 2.0));
    const std::int64_t cx = primitive.place.x[0];
    const std::int64_t cy = primitive.place.y[0];
    const auto [first_x, end_x] = pixels(cx - half, cx + half, box.left, box.right);
    const auto [first_y, end_y] = pixels(cy - half, cy + half, box.top, box.bottom);
    const auto is_within = [half](std::int64_t middle, std::int64_t pixel) {
        const std::int64_t at = pixel * kSubpixelParts + kSubpixelParts / 2;
        return at >= middle - half && at < middle + half;
    };
    for (std::int64_t y = first_y; y < end_y; y += 2) {
        for (std::int64_t x = first_x; x < end_x; x += 2) {
            visit_quad(primitive, box, x, y, visit,
                       [&](std::int64_t px, std::int64_t py, Weights& weights) {
                           weights = {1.0, 0.0, 0.0};
                           return is_within(cx, px) && is_within(cy, py);
                       });
        }
    }
}

void rasterise_line(const Primitive& primitive, const PixelBox& box,
                    const std::function<void(const FragmentQuad&)>& visit) {
    const draw::Triangle& place = primitive.place;
    const auto scale = static_cast<double>(kSubpixelParts);
    const std::array<double, 2> x{static_cast<double>(place.x[0]) / scale,
                                  static_cast<double>(place.x[1]) / scale};
    const std::array<double, 2> y{static_cast<double>(place.y[0]) / scale,
                                  static_cast<double>(place.y[1]) / scale};
    const bool is_wide = std::abs(x[1] - x[0]) >= std::abs(y[1] - y[0]);
    const std::array<double, 2>& along = is_wide ? x : y;
    const std::array<double, 2>& across = is_wide ? y : x;
    const double length = along[1] - along[0];
    if (length == 0.0) {
        return;
    }
    // The position of the line at the middle of a column or row.
    const auto part_at = [&](std::int64_t step) {
        return (static_cast<double>(step) + 0.5 - along[0]) / length;
    };
    const double least = std::min(along[0], along[1]);
    const double most = std::max(along[0], along[1]);
    const auto first = static_cast<std::int64_t>(std::ceil(least - 0.5));
    const auto end = static_cast<std::int64_t>(std::ceil(most - 0.5));
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint8_t> quads; // by y and x
    for (std::int64_t step = first; step < end; ++step) {
        const auto other = static_cast<std::int64_t>(
            std::floor(across[0] + part_at(step) * (across[1] - across[0])));
        const std::int64_t px = is_wide ? step : other;
        const std::int64_t py = is_wide ? other : step;
        if (is_in(box, px, py)) {
            const unsigned lane = static_cast<unsigned>((px & 1) + 2 * (py & 1));
            std::uint8_t& covered = quads[{py & ~std::int64_t{1}, px & ~std::int64_t{1}}];
            covered = static_cast<std::uint8_t>(covered | 1U << lane);
        }
    }
    for (const auto& [corner, covered] : quads) {
        visit_quad(primitive, box, corner.second, corner.first, visit,
                   [&, mask = covered](std::int64_t px, std::int64_t py, Weights& weights) {
                       const double part = part_at(is_wide ? px : py);
                       weights = {1.0 - part, part, 0.0};
                       return (mask >> ((px & 1) + 2 * (py & 1)) & 1) != 0;
                   });
    }
}

} // namespace

void rasterise(const Primitive& primitive, const PixelBox& box,
               const std::function<void(const FragmentQuad&)>& visit) {
    switch (primitive.corners) {
    case 1: rasterise_point(primitive, box, visit); break;
    case 2: rasterise_line(primitive, box, visit); break;
    default: rasterise_triangle(primitive, box, visit); break;
    }
}

} // namespace jacquard::driver::amber
