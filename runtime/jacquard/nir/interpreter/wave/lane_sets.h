#pragma once

#include <jacquard/nir/interpreter/interface/lane_mask.h>

#include <cstdint>

namespace jacquard::nir::interpreter {

// Which lanes of a wave execute, and how those ended that do not.
struct LaneSets {
    explicit LaneSets(unsigned num_lanes) : all(LaneMask::first(num_lanes)) {}

    void start(const LaneMask& first_helpers) {
        active = all;
        terminated = {};
        halted = {};
        helpers = first_helpers & all;
    }
    // Active lanes that take part in subgroup operations, and those whose writes are seen.
    [[nodiscard]] LaneMask participating() const { return active - terminated; }
    [[nodiscard]] LaneMask writing() const { return active - helpers; }
    // Lanes that were terminated go on for as long as their quad has others.
    void drop_idle_helpers() {
        if (terminated.none()) {
            return;
        }
        for (unsigned word = 0; word < 2; ++word) {
            const std::uint64_t alive = active.words[word] & ~terminated.words[word];
            std::uint64_t quads = alive | (alive >> 1);
            quads |= quads >> 2;
            quads &= 0x1111'1111'1111'1111U;
            active.words[word] &= alive | (quads * 0xf);
        }
    }

    LaneMask all;        // lanes that there are
    LaneMask active;     // lanes that execute
    LaneMask terminated; // they only go on to help their quads
    LaneMask halted;
    LaneMask helpers; // demoted and terminated ones too
};

} // namespace jacquard::nir::interpreter
