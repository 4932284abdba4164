#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Copies variables by loading and storing the vectors in them; a wildcard becomes every element in
// turn.
//
// Before: variables are accessed by dereference. After: copies are left only of what holds
// textures, samplers or images or more than 65,536 scalars. True when something changed.
bool lower_variable_copies(Shader& shader);

} // namespace jacquard::nir
