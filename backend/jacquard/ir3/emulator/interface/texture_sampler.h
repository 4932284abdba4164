#pragma once

#include <jacquard/generated/ir3/opcodes.h>
#include <jacquard/support/api.h>

#include <array>
#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// The request of one lane to the texture unit. Words are the contents of registers: floats for
// filtered lookups, integers for fetches and queries.
struct TextureRequest {
    LookupKind lookup{};
    std::uint8_t component = 0; // That is gathered.
    unsigned lane = 0;
    std::uint32_t texture =
        0; // A slot; the number that a descriptor has for it where sets are given.
    std::uint32_t sampler = 0;
    DataType type{}; // The result has it.
    bool bindless = false;
    bool three_coordinates = false; // .3d: volume and cube textures.
    bool array = false;
    bool shadow = false;
    std::uint8_t num_coordinates = 0;
    // Projected already, of the level that is fetched; 0 past `num_coordinates`.
    std::array<std::uint32_t, 3> coordinates{};
    std::uint32_t layer = 0; // The number of the layer that is looked into.
    std::uint32_t shadow_reference = 0;
    std::uint32_t sample_index = 0; // A fetch of a sample names it.
    std::uint32_t level = 0;        // Level of detail or bias, where the opcode has one.
    std::array<std::int32_t, 3> offsets{};
    bool own_level = false; // The level, a float, is the one that a filtered lookup takes.
    // Derivatives of the coordinates: given ones, or of a filtered lookup without a level of its
    // own the differences within the quad, zeros where not all lanes of the quad take part.
    std::array<std::uint32_t, 3> gradient_x{};
    std::array<std::uint32_t, 3> gradient_y{};
};

// The four components of a texel or of the answer to a query, as 32-bit words of the type the
// instruction asks for; a half result is converted by the emulator when that type is f16, and
// truncated when it is an integer type.
using Texel = std::array<std::uint32_t, 4>;

// Stands in for textures and samplers.
class TextureSampler {
  public:
    virtual ~TextureSampler() = default;
    virtual Texel lookup(const TextureRequest& request) = 0;
    // Samples of a texel of a texture, a power of two.
    [[nodiscard]] virtual std::uint32_t num_samples(std::uint32_t /*texture*/) const { return 1; }
};

} // namespace jacquard::ir3

JACQUARD_END_API
