#pragma once

#include <jacquard/ir3/program.h>

#include <cstdint>

namespace jacquard::driver {

// What the machine does to the inputs of a fragment program before it starts.

// The coordinate of a fragment as programs get it, in parts of a pixel (`units_of_pixel` of the
// machine's facts). What lies outside of the 32 bits of the result is at their ends, a NaN at 0.
[[nodiscard]] std::uint32_t units_of_position(std::uint32_t word, unsigned units_of_pixel);

// How many components of varying storage the program and the lookups made for it read.
[[nodiscard]] unsigned varying_components(const ir3::Program& program);

} // namespace jacquard::driver
