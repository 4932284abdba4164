#pragma once

#include <jacquard/nir/interpreter/wave/wave.h>

namespace jacquard::nir::interpreter {

// The lanes that a lane may exchange values with.
struct Subgroup {
    unsigned first = 0; // lane of its invocation 0
    unsigned size = 0;

    Subgroup(const Wave& wave, unsigned lane) : size(wave.environment->subgroup_size) {
        if (size == 0) {
            size = wave.values.num_lanes;
        }
        first = lane / size * size;
    }
    // Returns the lanes of a set that belong to the subgroup.
    [[nodiscard]] LaneMask members(const LaneMask& lanes) const {
        return lanes & (LaneMask::first(first + size) - LaneMask::first(first));
    }
};

// Writes a set of invocations, bit after bit, into the components of a value.
inline void write_mask_value(Wave& wave, const Place& to, unsigned lane, const LaneMask& set) {
    for (unsigned c = 0; c < to.num_components; ++c) {
        const unsigned first_bit = c * to.bit_size;
        const std::uint64_t bits =
            first_bit >= kMaxLanes ? 0 : set.words[first_bit / 64] >> (first_bit % 64);
        wave.values.write(to, c, lane, bits);
    }
}
// And reads it back.
[[nodiscard]] inline LaneMask read_mask_value(const Wave& wave, const Place& from, unsigned lane) {
    LaneMask set;
    for (unsigned c = 0; c < from.num_components && c * from.bit_size < kMaxLanes; ++c) {
        const unsigned first_bit = c * from.bit_size;
        set.words[first_bit / 64] |= wave.values.read(from, c, lane) << (first_bit % 64);
    }
    return set;
}

} // namespace jacquard::nir::interpreter
