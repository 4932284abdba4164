#pragma once

#include <jacquard/runs/textures/recorded_texture.h>

#include <array>
#include <cstdint>
#include <optional>

namespace jacquard::driver {

// The offsets of the four texels of a gather.
using GatherOffsets = std::array<std::array<std::int32_t, 2>, 4>;

// A lookup through a sampler, without the instruction that each engine has for one.
struct RecordedLookup {
    std::array<std::uint32_t, 3> coordinates{}; // floats
    bool has_second = true;                     // the coordinates are more than one
    bool is_rectangle = false;                  // they count texels
    bool is_array = false;
    std::uint32_t layer = 0; // as the coordinates; a whole number where `layer_is_number`
    bool layer_is_number = false;
    bool is_shadow = false;
    std::uint32_t comparator = 0;
    unsigned component = 0; // that a gather takes
    std::array<std::int32_t, 3> offsets{};
    // The offsets of a gather whose texels each have their own.
    std::optional<GatherOffsets> gather_offsets = {};
    std::optional<float> level; // given, instead of what the gradients say
    float bias = 0.0F;
    float min_level = 0.0F;
    std::array<std::uint32_t, 3> gradient_x{}; // floats
    std::array<std::uint32_t, 3> gradient_y{};
};

// Performs a lookup by the Vulkan specification's chapter on image operations.
[[nodiscard]] RecordedTexel sample(const RecordedTexture& texture, const SamplerState& sampler,
                                   const RecordedLookup& lookup);
// One component of the four texels around, or four comparisons.
[[nodiscard]] RecordedTexel gather(const RecordedTexture& texture, const SamplerState& sampler,
                                   const RecordedLookup& lookup);

// Levels of detail as a query answers them.
struct LevelOfDetail {
    float accessed = 0.0F; // within the levels there are
    float computed = 0.0F; // before limits apply
};
[[nodiscard]] LevelOfDetail level_of_detail(const RecordedTexture& texture,
                                            const SamplerState& sampler,
                                            const RecordedLookup& lookup);

} // namespace jacquard::driver
