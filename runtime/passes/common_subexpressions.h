#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Makes equal computations one.
//
// Before: block links are right. After: no two instructions that may be merged compute the same
// from the same sources where one dominates the other. True when something changed.
bool common_subexpressions(Shader& shader);

} // namespace jacquard::nir
