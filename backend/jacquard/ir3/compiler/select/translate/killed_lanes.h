#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>

namespace jacquard::ir3 {

// The index of the first block behind all loops that lanes must not enter once they are killed:
// nobody promises that such a loop ends for them. It does where all lanes come to it and leave it
// together, and a counter goes by constant steps to a bound that they share. Needs links and
// divergence.
[[nodiscard]] std::uint32_t end_of_unbounded_loops(const nir::Function& function);

} // namespace jacquard::ir3
