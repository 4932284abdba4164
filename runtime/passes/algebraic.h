#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Applies the rewrite rules of group `algebraic` (defs/nir/rules), which shorten or bring what is
// equal into one form.
//
// Before: any valid shader. After: no rule of the group applies. Exact instructions only take rules
// that keep every bit. True when something changed.
bool algebraic(Shader& shader);

} // namespace jacquard::nir
