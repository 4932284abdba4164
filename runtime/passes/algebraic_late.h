#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Applies the rewrite rules of group `algebraic_late`: forms that machines have in place of those
// that are easy to optimise.
//
// Before: any valid shader, whose optimisation is over. After: no rule of the group applies. True
// when something changed.
bool algebraic_late(Shader& shader);

} // namespace jacquard::nir
