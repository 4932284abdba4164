#pragma once

#include <jacquard/draw/pictures/picture.h>
#include <jacquard/runs/textures/recorded_texture.h>
#include <jacquard/runs/textures/texture_filter.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::draw {

enum class Filter : std::uint8_t { nearest, linear };
enum class MipFilter : std::uint8_t { none, nearest, linear };
enum class Wrap : std::uint8_t { repeat, mirror, clamp };
enum class Shape : std::uint8_t { plane, layers, cube, volume };

// Describes how a picture becomes a texture, and how a sampler reads it.
struct TextureOptions {
    Filter filter = Filter::linear;
    MipFilter mip = MipFilter::linear;
    Wrap wrap = Wrap::repeat;
    Shape shape = Shape::plane;
    std::uint32_t layers = 1; // or slices of a volume, one above the other in the picture
    bool is_srgb = false;     // the colours are made linear as they are read
    // If true, the first row of texels is the lowest of the picture; the default is false.
    std::optional<bool> flip = {};
};

// A texture with all its levels, each of which is half as large as the one before, and its sampler.
struct MipTexture {
    // Returns no texture if the picture cannot have that shape; `fault` then says why.
    [[nodiscard]] static std::optional<MipTexture>
    make(const Picture& picture, const TextureOptions& options, std::string& fault);

    // Width and height of the first level.
    [[nodiscard]] std::array<std::uint32_t, 2> size() const {
        return {texture.size[0], texture.size[1]};
    }

    RecordedTexture texture;
    SamplerState sampler;
};

// Reads `filter=nearest`, `mip=none` and so on into the options. False, which `fault` explains, for
// what is none of them.
[[nodiscard]] bool parse_texture_option(std::string_view text, TextureOptions& options,
                                        std::string& fault);

} // namespace jacquard::driver::draw
