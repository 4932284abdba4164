#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::driver::draw {

// These limits bound the size of a drawn picture, so that its memory is known before any is
// allocated.
inline constexpr std::uint32_t kMostSide = 16384;
inline constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 26;
// A texture takes 16 bytes a pixel, and a third more with its smaller levels.
inline constexpr std::uint64_t kMostTexturePixels = std::uint64_t{1} << 24;

// 8 bits a channel: red, green, blue, alpha. Rows from the top, pixels from the left.
struct Picture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgba;

    Picture() = default;
    Picture(std::uint32_t w, std::uint32_t h) : width(w), height(h), rgba(std::size_t{w} * h * 4) {}

    [[nodiscard]] std::uint8_t* pixel(std::uint32_t x, std::uint32_t y) {
        return &rgba[(std::size_t{y} * width + x) * 4];
    }
    [[nodiscard]] const std::uint8_t* pixel(std::uint32_t x, std::uint32_t y) const {
        return &rgba[(std::size_t{y} * width + x) * 4];
    }
};

// A picture whose sides are `times` as small, whose pixels are the means of squares of pixels. The
// sides of `picture` must be multiples of that.
[[nodiscard]] Picture shrunk(const Picture& picture, std::uint32_t times);

} // namespace jacquard::driver::draw
