#pragma once

#include <jacquard/nir/ir/control_flow.h>

#include <cstdint>

namespace jacquard::nir {

// Returns a lower bound, by cost_of(), of what the bodies of all loops of a function cost when
// every loop is unrolled that leaves after a number of iterations that can be computed,
// `iterations` at most. A loop whose number is only known after those inside it are unrolled counts
// once. Simplification of the copies is not considered. Needs link_blocks() to be right; time is
// the size of the loops times how deep they nest.
[[nodiscard]] std::uint64_t unrolled_cost(const Function& function, std::uint32_t iterations);

} // namespace jacquard::nir
