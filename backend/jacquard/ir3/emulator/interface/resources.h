#pragma once

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
    // The number by which textures::StorageImages or textures::TextureSampler know an image,
    // texture or sampler.
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

} // namespace jacquard::ir3

JACQUARD_END_API
