#pragma once

#include <jacquard/support/api.h>

#include <array>
#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard::nir {
struct IntrinsicInstruction;
} // namespace jacquard::nir

namespace jacquard::textures {

// Computes what an atomic leaves in an image. Each engine has its own definition of its atomics.
class AtomicUpdate {
  public:
    virtual ~AtomicUpdate() = default;
    // `before` is the first component of the texel, which has that many bits: 32 or 64.
    [[nodiscard]] virtual std::uint64_t updated(std::uint64_t before, unsigned bits) const = 0;
};

// The components of a texel, of which an atomic gives the first as it was before. A size is that in
// texels with the number of layers behind it; counts are the levels, then the samples.
struct ImageTexel {
    std::array<std::uint64_t, 4> components{};
    std::uint32_t residency = 0; // the last component of a sparse load
};

// The request of one lane to a storage image.
struct ImageRequest {
    enum class Kind : std::uint8_t {
        load,
        store,
        atomic,
        size,   // the size of a level
        counts, // the number of levels, and of samples of a texel
        other   // what only `instruction` tells
    };

    Kind kind = Kind::load;
    // The instruction that the interpreter executes. It is null where machine code asks.
    const nir::IntrinsicInstruction* instruction = nullptr;
    const AtomicUpdate* update = nullptr; // of an atomic
    unsigned lane = 0;
    std::uint64_t image = 0; // its index, binding or handle, or the number that a descriptor has
    std::uint8_t num_coordinates = 0;          // with the layer, which is the last
    std::array<std::int32_t, 4> coordinates{}; // in texels
    std::uint32_t sample = 0;
    std::uint32_t level = 0;
    // The data of a store, or of an atomic, and what an exchange with comparison expects.
    std::array<std::uint64_t, 4> data{};
    std::uint64_t compare = 0;
    std::uint8_t num_components = 4; // A store writes so many.
    std::uint8_t bit_size = 32;      // of the data or the result
};

// Stands in for storage images. Called from one lane after the other, in order; stores and atomics
// of helper invocations, or of lanes that were killed, do not arrive here.
class StorageImages {
  public:
    virtual ~StorageImages() = default;
    [[nodiscard]] virtual ImageTexel access(const ImageRequest& request) = 0;
};

} // namespace jacquard::textures

JACQUARD_END_API
