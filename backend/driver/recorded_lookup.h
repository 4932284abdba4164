#pragma once

#include <jacquard/driver/recorded_texture.h>
#include <jacquard/ir3/emulator/resources.h>
#include <jacquard/ir3/emulator/texture_sampler.h>

#include <array>
#include <cstdint>
#include <optional>

namespace jacquard::driver {

// Of the four texels of a gather.
using GatherOffsets = std::array<std::array<std::int32_t, 2>, 4>;

// Texture lookups as both engines ask for them, without the instruction that each has for one.
// Samplers filter the nearest texel and clamp to the edge; there is one level with one sample.
struct RecordedLookup {
    std::array<std::uint32_t, 3> coordinates{}; // floats; whole numbers for a fetch
    bool has_second = true;                     // the coordinates are more than one
    bool is_rectangle = false;                  // they count texels
    bool is_array = false;
    std::uint32_t layer = 0; // as the coordinates; a whole number where `layer_is_number`
    bool layer_is_number = false;
    bool is_shadow = false;
    std::uint32_t comparator = 0;
    unsigned component = 0; // that a gather takes
    std::array<std::int32_t, 3> offsets{};
    // Of the four texels of a gather, where each has offsets of its own.
    std::optional<GatherOffsets> gather_offsets = {};
};

using RecordedTexel = std::array<std::uint32_t, 4>;

[[nodiscard]] RecordedTexel sample(const RecordedTexture& texture, const RecordedLookup& lookup);
[[nodiscard]] RecordedTexel gather(const RecordedTexture& texture, const RecordedLookup& lookup);

[[nodiscard]] RecordedLookup lookup_of(const ir3::TextureRequest& request);

// Where on which face of a cube a direction points.
struct CubePlace {
    std::int64_t face = 0;
    float u = 0.0F;
    float v = 0.0F;
};
// `way` on the face that `chooser` points at.
[[nodiscard]] CubePlace place_on_cube(const std::array<float, 3>& way,
                                      const std::array<float, 3>& chooser);
// What a comparison gives for a texel; the texel where there is none.
[[nodiscard]] RecordedTexel compare_texel(const RecordedTexture& texture,
                                          const RecordedLookup& lookup, const RecordedTexel& texel);

// What the texture unit answers to an instruction of a program, queries among them.
[[nodiscard]] ir3::Texel look_up(const RecordedTexture& texture,
                                 const ir3::TextureRequest& request);

// What an access of a program to an image gives, and does to it.
std::array<std::uint32_t, 4> access_image(RecordedTexture& texture,
                                          const ir3::ImageRequest& request);

// A texel of a texture or image by its numbers. `first` is its place among the texels.
struct RecordedPlace {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;
    std::int64_t layer = 0;
};
[[nodiscard]] bool find_texel(const RecordedTexture& texture, const RecordedPlace& place,
                              std::size_t& first);
// Zeros where there is none. Components that the format lacks are 0, the last one 1.
[[nodiscard]] RecordedTexel fetch(const RecordedTexture& texture, const RecordedPlace& place);
// Of an image: the third coordinate is a layer where it has no depth.
[[nodiscard]] RecordedPlace image_place(const RecordedTexture& texture,
                                        const std::array<std::int32_t, 3>& coordinates);

} // namespace jacquard::driver
