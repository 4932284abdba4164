#pragma once

#include <jacquard/driver/draw/picture.h>
#include <jacquard/driver/recorded_lookup.h>

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

// How a picture becomes a texture, and how a sampler reads it.
struct TextureOptions {
    Filter filter = Filter::linear;
    MipFilter mip = MipFilter::linear;
    Wrap wrap = Wrap::repeat;
    Shape shape = Shape::plane;
    std::uint32_t layers = 1; // or slices of a volume, one above the other in the picture
    bool is_srgb = false;     // the colours are made linear as they are read
    // Whether the first row of texels is the lowest of the picture; nothing: it is not.
    std::optional<bool> flip = {};
};

// The level that a lookup takes, as well as a sampler knows.
struct LevelRequest {
    std::optional<float> level; // given
    float bias = 0.0F;
    std::array<float, 3> gradient_x{};
    std::array<float, 3> gradient_y{};
};

// A texture with all its levels, each of which is half as large as the one before.
class MipTexture {
  public:
    // Nothing when the picture cannot have that shape; `fault` then says why.
    [[nodiscard]] static std::optional<MipTexture>
    make(const Picture& picture, const TextureOptions& options, std::string& fault);

    // Width and height of the first level.
    [[nodiscard]] std::array<std::uint32_t, 2> size() const {
        return {levels_[0].size[0], levels_[0].size[1]};
    }
    [[nodiscard]] std::uint32_t num_levels() const {
        return static_cast<std::uint32_t>(levels_.size());
    }
    // Level 0 where there is no such.
    [[nodiscard]] const RecordedTexture& level(std::uint32_t number) const {
        return levels_[number < levels_.size() ? number : 0];
    }

    // The level that a lookup takes, before and after it is brought into the range there is.
    [[nodiscard]] std::array<float, 2> level_of(const RecordedLookup& lookup,
                                                const LevelRequest& request) const;
    [[nodiscard]] RecordedTexel sample(const RecordedLookup& lookup,
                                       const LevelRequest& request) const;
    // One component of the four texels around, of the first level.
    [[nodiscard]] RecordedTexel gather(const RecordedLookup& lookup) const;

  private:
    using Colour = std::array<float, 4>;
    struct Spot;

    void add_levels();
    [[nodiscard]] Spot spot_of(const RecordedTexture& level, const RecordedLookup& lookup) const;
    [[nodiscard]] Colour texel(const RecordedTexture& level, const RecordedLookup& lookup,
                               std::int64_t x, std::int64_t y, std::int64_t z,
                               std::int64_t layer) const;
    [[nodiscard]] Colour filtered(std::uint32_t number, const RecordedLookup& lookup) const;

    std::vector<RecordedTexture> levels_;
    TextureOptions options_;
};

// Reads `filter=nearest`, `mip=none` and so on into the options. False, which `fault` explains, for
// what is none of them.
[[nodiscard]] bool parse_texture_option(std::string_view text, TextureOptions& options,
                                        std::string& fault);

} // namespace jacquard::driver::draw
