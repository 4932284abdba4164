#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>

namespace jacquard::nir {

// Returns true if two instructions compute the same from the same values: operands of commutative
// ones in either order, phis of one block from the same predecessors. What they do beside computing
// a value is not asked; exactness is no difference. Only those with a result are ever equal.
[[nodiscard]] bool computes_equal(const Instruction& a, const Instruction& b);
[[nodiscard]] bool computes_equal(const AluInstruction& a, const AluInstruction& b);

// Equal for equal instructions. It depends on addresses, so it is not the same in every run.
[[nodiscard]] std::uint64_t hash_of(const Instruction& instruction);

} // namespace jacquard::nir
