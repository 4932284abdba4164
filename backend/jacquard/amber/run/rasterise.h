#pragma once

#include <jacquard/amber/run/primitives.h>
#include <jacquard/draw/quads.h>

#include <array>
#include <cstdint>
#include <functional>

namespace jacquard::driver::amber {

// Two by two pixels of a primitive: top left, top right, bottom left, bottom right. Those that are
// not covered are there for their neighbours' derivatives.
struct FragmentQuad {
    std::uint32_t x = 0; // even
    std::uint32_t y = 0;
    std::uint8_t covered = 0; // a bit a pixel
    const Primitive* primitive = nullptr;
    // How much each corner of the primitive weighs at a pixel, on the target.
    std::array<std::array<double, 3>, draw::kQuadLanes> weights{};
    std::array<float, draw::kQuadLanes> depth{};
};

// The pixels that may be drawn to, `end` not included.
struct PixelBox {
    std::int64_t left = 0;
    std::int64_t top = 0;
    std::int64_t right = 0;
    std::int64_t bottom = 0;
};

// Calls `visit` for the quads of a primitive, from top to bottom. A pixel is a triangle's where its
// middle is within, or on its upper or left edge; a point's where its middle is in the square; a
// line has one pixel in each column or row, whichever it crosses more of.
void rasterise(const Primitive& primitive, const PixelBox& box,
               const std::function<void(const FragmentQuad&)>& visit);

} // namespace jacquard::driver::amber
