#pragma once

#include <jacquard/support/api.h>

#include <array>
#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard::nir {
struct TextureInstruction;
} // namespace jacquard::nir

namespace jacquard::textures {

// The request of one lane to the texture unit. Coordinates, levels and gradients are 32-bit words:
// floats for lookups through a sampler, integers for fetches and queries.
struct TextureRequest {
    enum class Kind : std::uint8_t {
        sample,          // a texel, filtered
        gather,          // one component of the four texels that a bilinear lookup would read
        fetch,           // a texel by whole coordinates
        level_of_detail, // the level that a lookup would take
        size,            // the size of a level
        counts           // the number of levels, and of samples of a texel
    };

    Kind kind = Kind::sample;
    // The instruction that the interpreter executes. It is null where machine code asks.
    const nir::TextureInstruction* instruction = nullptr;
    unsigned lane = 0;
    std::uint32_t texture = 0; // its index, its binding, or the number that a descriptor has for it
    std::uint32_t sampler = 0;
    std::uint64_t texture_handle = 0; // of a bindless texture of NIR
    std::uint64_t sampler_handle = 0;

    bool is_array = false;
    bool is_shadow = false;
    bool is_rectangle = false;   // coordinates count texels, whatever the sampler says
    bool is_framebuffer = false; // what the pixel held before is asked for
    bool has_level = false;      // a lookup through a sampler takes `level`
    bool has_gather_offsets = false;
    std::uint8_t component = 0;       // A gather takes it.
    std::uint8_t num_coordinates = 0; // without the layer

    // Divided by the projector already, and of the level that is fetched. Those past
    // `num_coordinates` are 0.
    std::array<std::uint32_t, 3> coordinates{};
    std::uint32_t layer = 0; // the number of the layer, rounded already; of a cube that of the cube
    std::uint32_t comparator = 0;   // a float, divided by the projector already
    std::uint32_t sample_index = 0; // A fetch of a sample names it.
    std::uint32_t level = 0;        // of a fetch or a query, or as `has_level` says
    std::uint32_t bias = 0;         // a float, added to the level of detail
    std::uint32_t min_level = 0;    // a float
    std::uint32_t plane = 0;
    std::array<std::int32_t, 3> offsets{};                      // in texels
    std::array<std::array<std::int8_t, 2>, 4> gather_offsets{}; // of each texel of a gather
    // Derivatives of the coordinates: given ones, or the differences within the quad for lookups
    // that choose their level themselves. They are zeros where not all lanes of the quad take part.
    std::array<std::uint32_t, 3> gradient_x{};
    std::array<std::uint32_t, 3> gradient_y{};
};

// The components of a texel as 32-bit words of the type that the instruction asks for; engines
// convert them where the result is narrower. Queries are answered so:
//   size: width, height, depth and the number of layers, or of cubes
//   counts: the number of levels, the number of samples
//   level_of_detail: floats, the level within those that there are, and the computed one
struct Texel {
    std::array<std::uint32_t, 4> components{};
    std::uint32_t residency = 0; // the last component of a sparse lookup
};

// Stands in for textures and samplers. Called from one lane after the other, in order.
class TextureSampler {
  public:
    virtual ~TextureSampler() = default;
    [[nodiscard]] virtual Texel lookup(const TextureRequest& request) = 0;
    // Samples of a texel of a texture, a power of two, for machines that fetch samples as texels
    // beside each other.
    [[nodiscard]] virtual std::uint32_t num_samples(std::uint32_t /*texture*/) const { return 1; }
};

} // namespace jacquard::textures

JACQUARD_END_API
