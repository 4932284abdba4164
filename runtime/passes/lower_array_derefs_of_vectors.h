#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Accesses components of vectors through the whole vector: a load picks from it, by selections
// where the index is a value; a store writes under a mask, or writes every component of variables
// that only this invocation sees, most of them with what they held.
//
// Before: any shader. After: no component of a vector is dereferenced to be loaded, or to be stored
// at a constant index or in the shader's own variables and outputs. True when something changed.
bool lower_array_derefs_of_vectors(Shader& shader);

} // namespace jacquard::nir
