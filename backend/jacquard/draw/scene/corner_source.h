#pragma once

#include <jacquard/draw/quads.h>

#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::draw {

// The values of a varying at the corners of the picture: top left, top right, bottom left, bottom
// right.
using CornerValues = std::array<std::array<double, 4>, 4>;

// The whole picture, its varyings given at the corners. Those that are not given are the place on
// the picture: (x, y, 0, 1), from 0 to 1.
class CornerSource final : public QuadSource {
  public:
    // The stage must outlive the source.
    CornerSource(const Stage& fragment, std::uint32_t width, std::uint32_t height);

    // `name` is a variable's, or the number of a location; `corners` has 1 to 4 numbers for each
    // of the four corners, or for all of them. False, which `fault` explains, when there is no such
    // input or they are not so many.
    [[nodiscard]] bool set(std::string_view name, const std::vector<std::vector<double>>& corners,
                           std::string& fault);

    void for_each_quad(const Tile& tile,
                       const std::function<void(const Quad&)>& visit) const override;
    void fill(std::span<const Quad> quads, std::span<std::uint32_t> inputs,
              WaveValues& values) const override;
    [[nodiscard]] bool has_depth() const override { return false; }

  private:
    const Stage& stage_;
    std::uint32_t width_;
    std::uint32_t height_;
    std::vector<CornerValues> corners_; // by slot
};

} // namespace jacquard::driver::draw
