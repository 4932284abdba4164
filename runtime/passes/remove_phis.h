#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Replaces phis that are one value whatever way control came: all sources, the phi itself and what
// is undefined aside, are one value or equal constants.
//
// Before: SSA form, links are right.
// After: no such phi is left.
bool remove_phis(Shader& shader);

} // namespace jacquard::nir
