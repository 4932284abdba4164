#pragma once

#include "program.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace jacquard::piglit {

using Colour = std::array<float, 4>;

// The pixels of a picture that somebody will look at, and no others: a test draws large rectangles
// and probes a few places. Row 0 is the lowest.
class Frame {
  public:
    Frame(std::uint32_t width, std::uint32_t height) : width_(width), height_(height) {}

    // The pixels of a rectangle that are looked at: all of a small one; of a large one some evenly
    // spread, its corners among them.
    [[nodiscard]] static std::vector<std::pair<std::uint32_t, std::uint32_t>>
    places(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height);

    // Before anything is drawn: a pixel that will be looked at. False when it lies outside.
    [[nodiscard]] bool want(std::uint32_t x, std::uint32_t y);

    void clear(const Colour& colour);
    // Colours the pixels that each triangle covers; later ones overwrite earlier ones. Returns
    // false if a shader faults.
    [[nodiscard]] bool draw(const Program& program, const driver::draw::ShadedVertices& shaded,
                            const std::vector<std::array<std::uint32_t, 3>>& triangles,
                            std::string& fault);

    // Eight bits a channel, as a number from 0 to 1.
    [[nodiscard]] Colour pixel(std::uint32_t x, std::uint32_t y) const;

    [[nodiscard]] std::uint32_t width() const { return width_; }
    [[nodiscard]] std::uint32_t height() const { return height_; }

  private:
    using Place = std::pair<std::uint32_t, std::uint32_t>; // x, y

    std::uint32_t width_;
    std::uint32_t height_;
    std::map<Place, Colour> pixels_;
};

} // namespace jacquard::piglit
