#pragma once

#include <jacquard/nir/ir/ssa.h>

namespace jacquard::nir {

// Returns true if a value is computed only of constants and what stands at known places of storage
// that a shader only reads, in few enough steps to say so. Lanes all have it, whoever they are.
//
// Answers are noted in Instruction::index (see notes.h), so that what was asked before takes one
// step, and what is further away is found step by step. Before: what the value is computed of has
// notes of the walk at hand, or none.
[[nodiscard]] bool is_uniform_value(const SsaDef& value);

} // namespace jacquard::nir
