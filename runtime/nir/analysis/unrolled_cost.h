#pragma once

#include <jacquard/nir/control_flow.h>
#include <jacquard/support/api.h>

#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard::nir {

struct UnrolledCostLimits {
    std::uint64_t cost = 0;       // what all copies of a body may cost, else its loop stays
    std::uint32_t iterations = 0; // the most copies
};

// What the bodies of all loops of a function cost at least, by cost_of(), once those loops are
// unrolled whose iterations are known and that are within the limits, from the inside out. Loops of
// which that is not known before those inside are unrolled count once. Needs link_blocks() to be
// right; time is the size of the loops times how deep they nest.
[[nodiscard]] std::uint64_t unrolled_cost(const Function& function,
                                          const UnrolledCostLimits& limits);

} // namespace jacquard::nir

JACQUARD_END_API
