#pragma once

#include <jacquard/nir/ir/instruction.h>
#include <jacquard/support/api.h>

#include <array>
#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard::nir::interpreter {

// The request of one lane to the texture unit. Numbers are 32-bit words, floats for filtered
// lookups and integers for fetches and queries; half floats and narrow integers have been widened.
struct TextureRequest {
    const TextureInstruction* instruction = nullptr; // its fields tell the rest
    TextureOp op{};
    TextureDim dim{};
    unsigned lane = 0;
    std::uint32_t texture = 0; // index or binding, offset included
    std::uint32_t sampler = 0;
    std::uint64_t texture_handle = 0; // of a bindless texture
    std::uint64_t sampler_handle = 0;
    std::uint8_t num_coordinates = 0;           // without the layer
    std::array<std::uint32_t, 3> coordinates{}; // projected already; 0 past num_coordinates
    std::uint32_t layer = 0;                    // as it stands in the coordinate
    std::uint32_t comparator = 0;               // projected already
    std::uint32_t bias = 0;
    std::uint32_t level = 0; // source `lod`
    std::uint32_t min_level = 0;
    std::uint32_t sample_index = 0;
    std::uint32_t plane = 0;
    std::array<std::int32_t, 3> offsets{};
    // Given (txd), or the differences within the quad where the operation has implicit ones. A
    // quad of which not all lanes take part has none: they are zeros.
    std::array<std::uint32_t, 3> gradient_x{};
    std::array<std::uint32_t, 3> gradient_y{};
};

// The components of a texel or of the answer to a query, as 32-bit words of the type that the
// instruction asks for. Half results are converted from float, narrow integers truncated.
struct Texel {
    std::array<std::uint32_t, 8> components{};
    std::uint32_t residency = 0; // the last component of a sparse lookup
};

// Stands in for textures and samplers. Called from one lane after the other, in order.
class Sampler {
  public:
    virtual ~Sampler() = default;
    [[nodiscard]] virtual Texel lookup(const TextureRequest& request) = 0;
};

} // namespace jacquard::nir::interpreter

JACQUARD_END_API
