#pragma once

#include <jacquard/amber/script/script.h>

#include <array>
#include <cstdint>

namespace jacquard::driver::amber {

// The components that a shader writes, as their bits.
using ShadedColour = std::array<std::uint32_t, 4>;

// The texels of a level of a buffer to which draws write.
class ColourPixels {
  public:
    ColourPixels(Buffer& buffer, std::uint32_t level);

    [[nodiscard]] std::uint32_t width() const { return width_; }
    [[nodiscard]] std::uint32_t height() const { return height_; }

    void write(std::uint32_t x, std::uint32_t y, const ShadedColour& colour,
               const DrawState& state);
    // Every pixel, whatever the state.
    void clear(const std::array<float, 4>& colour);

  private:
    [[nodiscard]] std::span<std::byte> texel(std::uint32_t x, std::uint32_t y);

    std::span<std::byte> bytes_;
    nir::TexelFormat format_;
    std::size_t stride_;
    std::uint32_t width_;
    std::uint32_t height_;
};

// The depths and stencils of a target.
class DepthPixels {
  public:
    explicit DepthPixels(Buffer& buffer);

    // Whether a fragment passes the tests; what they write is written.
    [[nodiscard]] bool test(std::uint32_t x, std::uint32_t y, float depth, bool is_front,
                            const DrawState& state);
    void clear(float depth, std::uint8_t stencil);

  private:
    struct Values {
        float depth = 0.0F;
        std::uint8_t stencil = 0;
    };
    [[nodiscard]] Values load(std::span<const std::byte> texel) const;
    void store(std::span<std::byte> texel, const Values& values) const;

    Buffer& buffer_;
    nir::TexelFormat format_;
    bool has_depth_;
    bool has_stencil_;
};

} // namespace jacquard::driver::amber
