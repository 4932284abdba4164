#pragma once

#include <jacquard/draw/stage.h>
#include <jacquard/runs/engines/pipeline_values.h>

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>

namespace jacquard::driver::draw {

inline constexpr unsigned kQuadLanes = 4;
inline constexpr unsigned kWaveQuads = kWaveLanes / kQuadLanes;

// Pixels x and y to x + 1 and y + 1, both even: top left, top right, bottom left, bottom right.
struct Quad {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t triangle = 0;
    std::uint8_t covered = 0xf; // a bit a pixel; the others are helpers
    std::array<float, kQuadLanes> depth{};
};

// Pixels from x and y on.
struct Tile {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

// The pipeline gives these values to the lanes of a wave of fragments or vertices.
struct WaveValues final : PipelineValues {
    std::array<std::array<float, kWaveLanes>, 4> position{};
    std::array<std::uint32_t, kWaveLanes> number{}; // of the vertex or primitive
    std::uint64_t front = ~std::uint64_t{0};        // a bit a lane
    std::uint64_t helpers = 0;

    [[nodiscard]] std::uint32_t fragment_position(unsigned component,
                                                  unsigned lane) const override {
        return std::bit_cast<std::uint32_t>(position[component][lane]);
    }
    [[nodiscard]] bool is_front(unsigned lane) const override { return (front >> lane & 1) != 0; }
    [[nodiscard]] std::uint32_t vertex(unsigned component, unsigned lane) const override {
        return component == 0 ? number[lane] : 0;
    }
    [[nodiscard]] std::uint32_t primitive(unsigned component, unsigned lane) const override {
        return component == 0 ? number[lane] : 0;
    }
    [[nodiscard]] bool is_helper(unsigned lane) const override {
        return (helpers >> lane & 1) != 0;
    }
};

// A source produces the fragments of a picture. It does not change while the picture is drawn.
class QuadSource {
  public:
    virtual ~QuadSource() = default;
    // Calls `visit` for the quads of a tile, in the order in which they are drawn.
    virtual void for_each_quad(const Tile& tile,
                               const std::function<void(const Quad&)>& visit) const = 0;
    // Gives the lanes of some quads their inputs (see StageRunner::inputs) and positions.
    virtual void fill(std::span<const Quad> quads, std::span<std::uint32_t> inputs,
                      WaveValues& values) const = 0;
    // Returns true if quads hide each other.
    [[nodiscard]] virtual bool has_depth() const = 0;
};

// Fills in what every source says alike: where pixels are, and what inputs that are no varyings
// hold, by the sides and numbers that `values` has already.
void fill_pixels(std::span<const Quad> quads, const Stage& stage, std::span<std::uint32_t> inputs,
                 WaveValues& values);

} // namespace jacquard::driver::draw
