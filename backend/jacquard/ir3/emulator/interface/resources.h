#pragma once

#include <jacquard/generated/ir3/opcodes.h>
#include <jacquard/ir3/emulator/interface/access_marks.h>
#include <jacquard/ir3/emulator/interface/memory_watch.h>
#include <jacquard/support/api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// Bytes that belong to the caller, what is known of how they were written and read, and which of
// them were; both are null where nobody wants to know.
struct MemoryArea {
    std::span<std::byte> bytes;
    MemoryWatch* watch = nullptr;
    AccessMarks* marks = nullptr;
};

// Memory from an address on.
struct MemoryRange {
    std::uint64_t address = 0;
    MemoryArea area;
};

// The range in which an address is; null: none.
[[nodiscard]] const MemoryRange* find_range(std::span<const MemoryRange> ranges,
                                            std::uint64_t address);

// The resource that a descriptor of a set, or a slot, names.
struct Descriptor {
    enum class Kind : std::uint8_t {
        none,
        uniform_buffer,
        storage_buffer,
        image,
        texture,
        sampler
    };

    Kind kind = Kind::none;
    // The number by which StorageImages or TextureSampler know an image, texture or sampler.
    std::uint32_t number = 0;
    std::span<const std::byte> constant; // A uniform buffer has these bytes.
    MemoryArea memory;                   // A storage buffer is this.
    // The address of a slot, and the distance in bytes from each coordinate of an image to the
    // next, for machines whose accesses have byte addresses.
    std::uint32_t address = 0;
    std::array<std::uint32_t, 3> steps{};
    // The bytes of an element of a storage buffer, 1, 2 or 4, for instructions that leave the
    // format to the descriptor.
    std::uint8_t texel_bytes = 1;
};

// The request of one lane to a storage image.
struct ImageRequest {
    enum class Kind : std::uint8_t { load, store, atomic, size };

    Kind kind{};
    unsigned lane = 0;
    std::uint32_t image = 0; // Descriptor::number.
    std::uint8_t num_coordinates = 0;
    std::array<std::int32_t, 3> coordinates{}; // 0 past `num_coordinates`; the last may be a layer.
    DataType type{};                           // The data have it, or the result.
    std::uint8_t num_components = 0;           // A store has so many.
    std::array<std::uint32_t, 4> data{};       // 32-bit words of the type's kind, halves widened.
    AtomicOperation operation{};
    std::uint32_t compare = 0;
};

// Stands in for storage images. Called from one lane after the other, in order; stores and atomics
// of lanes that were killed do not arrive here.
class StorageImages {
  public:
    virtual ~StorageImages() = default;
    // The components of a texel, the old value of an atomic, or the sizes in texels with layers
    // behind them; 32-bit words, which the emulator narrows where the result is a half.
    virtual std::array<std::uint32_t, 4> access(const ImageRequest& request) = 0;
};

} // namespace jacquard::ir3

JACQUARD_END_API
