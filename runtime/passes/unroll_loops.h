#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>

namespace jacquard::nir {

struct UnrollLoopsOptions {
    // The most that all copies of a body may cost together.
    std::uint32_t limit = 512;
    // And the most copies.
    std::uint32_t iterations = 64;
    // Copies of the body in a loop whose iterations are not known; 1 leaves those alone.
    std::uint32_t partial_factor = 1;
    // Whether loops are unrolled that other loops stand in.
    bool around_loops = true;
};

// Writes the iterations of loops one after the other.
//
// Where it is known in which iteration an if leaves the loop at the latest, as many copies of the
// body take its place; other ways out remain breaks of a loop that runs once, which goes too when
// there are none. Inner loops come first.
//
// Before: SSA form, links are right, constants are folded, the only continues are at the end of
// loops (lower_continues); others keep their loop as it is.
// After: links are right. Conditions that became known wait for the usual clean-up.
bool unroll_loops(Shader& shader, const UnrollLoopsOptions& options = {});

} // namespace jacquard::nir
