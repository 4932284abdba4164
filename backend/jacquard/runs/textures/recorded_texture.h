#pragma once

#include <jacquard/generated/nir/texel_formats.h>
#include <jacquard/runs/textures/sampler_state.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

using Words = std::vector<std::uint32_t>;

// The four components of a texel as the engines see them; those of 64 bits are cut.
using RecordedTexel = std::array<std::uint32_t, 4>;

// A texel of a texture or image by its numbers.
struct RecordedPlace {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;
    std::int64_t layer = 0; // of a cube: 6 times the cube, and the face
    std::uint32_t level = 0;
    std::uint32_t sample = 0;
};

// A texture or image with all its texels.
struct RecordedTexture {
    std::string dim; // 1D, 2D, 3D, Cube
    nir::TexelFormat format = nir::TexelFormat::rgba32f;
    std::array<std::uint32_t, 3> size{1, 1, 1}; // of the first level
    std::uint32_t layers = 1;                   // faces of cubes among them
    std::uint32_t levels = 1;
    std::uint32_t samples = 1;
    // The bytes of the texels without gaps, in words: samples first, then along x, y and z, then
    // layer after layer, level after level.
    Words texels;
    bool is_combined = false; // with a sampler
    SamplerState sampler;     // the own one, or that of who says nothing else

    [[nodiscard]] const nir::TexelFormatInfo& info() const {
        return nir::texel_format_info(format);
    }
    [[nodiscard]] std::array<std::uint32_t, 3> size_of(std::uint32_t level) const;
    // Counts the texels of all levels, layers and samples.
    [[nodiscard]] std::uint64_t num_texels() const;
    // Words that the texels of a whole texture take.
    [[nodiscard]] std::size_t num_words() const;
    // Returns true if there is such a texel.
    [[nodiscard]] bool has(const RecordedPlace& place) const;
    // Its number among all texels, for a place that there is.
    [[nodiscard]] std::uint64_t number_of(const RecordedPlace& place) const;
};

// The most levels that a texture of that size has.
[[nodiscard]] std::uint32_t most_levels(const std::array<std::uint32_t, 3>& size);

// Splits the name of a shape as recorded cases have it (2D, 2DArray, 2DMS, Rect) into that of
// RecordedTexture::dim. False where it is none.
[[nodiscard]] bool find_shape(std::string_view name, std::string& dim);
[[nodiscard]] std::span<const std::string_view> shape_names();

// The bytes of a texel; none where there is no such texel or the texture has not all its texels.
[[nodiscard]] std::span<std::byte> texel_bytes(RecordedTexture& texture,
                                               const RecordedPlace& place);
[[nodiscard]] std::span<const std::byte> texel_bytes(const RecordedTexture& texture,
                                                     const RecordedPlace& place);

// Zeros where there is none. Components that the format lacks are 0, the last one 1; of a depth
// with a stencil only the depth is seen.
[[nodiscard]] RecordedTexel fetch(const RecordedTexture& texture, const RecordedPlace& place);
// Locates a texel of an image: the coordinate after those of the shape is a layer.
[[nodiscard]] RecordedPlace image_place(const RecordedTexture& texture,
                                        const std::array<std::int32_t, 3>& coordinates);
// The sizes of a level with the number of layers, or of cubes, behind them; it is the last one,
// too.
[[nodiscard]] std::array<std::uint32_t, 4> image_size(const RecordedTexture& texture,
                                                      std::uint32_t level);

} // namespace jacquard::driver
