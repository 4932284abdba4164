#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Drops the components of vectors that nobody reads: of per-component arithmetic, vectors put
// together, constants, undefined values, phis, and loads whose first component is an index or an
// offset.
//
// Before: any shader. After: no such value has a component at its end that is not read, and
// arithmetic, constants and phis have none in between either, as far as there are vectors of that
// size. True when something changed.
bool shrink_vectors(Shader& shader);

} // namespace jacquard::nir
