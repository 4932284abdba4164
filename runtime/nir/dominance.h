#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Fills Block::immediate_dominator and the dominance ranges of a function whose links are right.
void compute_dominance(Function& function);

// True when `value` is available at `use`: its block strictly dominates, or it stands earlier in
// the same block. Needs dominance and Function::number_instructions().
[[nodiscard]] bool dominates(const SsaDef& value, const Instruction& use);

} // namespace jacquard::nir
