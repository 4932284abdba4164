#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Does what copy_propagation, fold_constants, algebraic and common_subexpressions do, in one walk:
// each instruction reads through copies, is computed where it is constant, rewritten where a rule
// applies and merged with an equal one, while it and its sources are at hand. What is not used, or
// not any more, goes. Where use counts that conditions of rules ask for change behind the walk,
// those who read such values are looked at again. Time is linear in the size of the shader and what
// is rewritten.
//
// Before: any valid shader. After: no rule of the group `algebraic` applies where control flow
// reaches, and but for what loops bring back none of the four passes would change anything. True
// when something changed.
bool simplify(Shader& shader);

} // namespace jacquard::nir
