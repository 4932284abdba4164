#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Uses that undefined values may be anything: copies and phis of nothing else are undefined,
// selections take the other side, and stores leave undefined components out of their mask or go.
//
// Before: any shader. After: no copy, vector or phi of undefined values alone is left that is not
// part of a loop, and no store with a mask writes one. True when something changed.
bool undef_optimisation(Shader& shader);

} // namespace jacquard::nir
