#pragma once

#include <jacquard/nir/interpreter/program/program_data.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace jacquard::nir::interpreter {

// The values of a wave: a row for each component of a value, with a place for each lane.
class ValueRows {
  public:
    ValueRows(const ProgramData& program, unsigned num_lanes);

    // Values of one lane.
    [[nodiscard]] std::uint64_t read(const Place& place, unsigned component, unsigned lane) const {
        return read_row(row(place, component), place.bytes, lane);
    }
    void write(const Place& place, unsigned component, unsigned lane, std::uint64_t bits) {
        write_row(row(place, component), place.bytes, lane, bits & mask_of_bits(place.bit_size));
    }
    [[nodiscard]] std::byte* row(const Place& place, unsigned component) const {
        return at(place.offset + component * std::uint32_t{place.bytes});
    }
    [[nodiscard]] std::byte* at(std::uint32_t offset) const {
        return memory + std::size_t{offset} * row_lanes;
    }
    static std::uint64_t read_row(const std::byte* row, unsigned bytes, unsigned lane);
    static void write_row(std::byte* row, unsigned bytes, unsigned lane, std::uint64_t bits);

    // The result and the sources of an intrinsic.
    [[nodiscard]] const Place& result(const Step& step) const {
        return program->places[step.first];
    }
    [[nodiscard]] const Place& source(const Step& step, unsigned i) const {
        return program->places[step.first + 1 + i];
    }

    // The lanes, active or not, of a row whose values are not 0.
    [[nodiscard]] LaneMask condition(const std::byte* row, unsigned bytes) const;

    // Writes the same bits for all lanes of a component.
    template <unsigned Bits>
    void fill_row(std::byte* row, std::uint64_t bits) const {
        std::array<LaneBits<Bits>, kLaneGroup> group;
        group.fill(static_cast<LaneBits<Bits>>(bits));
        for (unsigned lane = 0; lane < row_lanes; lane += kLaneGroup) {
            std::memcpy(lane_words<Bits>(row) + lane, group.data(), sizeof group);
        }
    }
    // Copies `rows` components of values for some of the lanes.
    void blend(std::byte* to, const std::byte* from, unsigned bytes, unsigned rows,
               const LaneMask& mask) const;
    // The same for one component, of a value or of slots.
    void blend_row(std::byte* to, const std::byte* from, unsigned bytes,
                   const LaneMask& mask) const;

    const ProgramData* program;
    unsigned num_lanes;
    unsigned row_lanes; // of each component of a value: whole groups
    std::byte* memory = nullptr;

  private:
    struct alignas(kLaneAlignment<std::uint64_t>) AlignedBytes {
        std::array<std::byte, kLaneAlignment<std::uint64_t>> bytes{};
    };

    LaneMask all_;
    std::vector<AlignedBytes> storage_; // memory
};

} // namespace jacquard::nir::interpreter
