#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes vectors that are made of scalars and used once by component.
// The rewrite rules of group `split_vectors` (defs/nir/rules).
//
// Before: any valid shader. After: no rule of the group applies. True when something changed.
bool split_vectors(Shader& shader);

} // namespace jacquard::nir
