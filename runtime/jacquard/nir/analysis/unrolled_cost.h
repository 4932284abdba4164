#pragma once

#include <jacquard/nir/ir/control_flow.h>

#include <cstdint>

namespace jacquard::nir {

// What the bodies of all loops of a function cost at least, by cost_of(), when every loop is
// unrolled that leaves after a number of iterations that can be computed, `iterations` at most. A
// loop of which that is not known before those inside it are unrolled counts once. What becomes of
// the copies when they are simplified is not looked at. Needs link_blocks() to be right; time is
// the size of the loops times how deep they nest.
[[nodiscard]] std::uint64_t unrolled_cost(const Function& function, std::uint32_t iterations);

} // namespace jacquard::nir
