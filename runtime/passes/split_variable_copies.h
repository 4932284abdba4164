#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Splits copies of structures, arrays and matrices into copies of the vectors in them; those of an
// array's elements are one copy, by wildcard.
//
// Before: variables are accessed by dereference. After: copies are of vectors and scalars, save of
// what holds textures, samplers or images or more than 65,536 scalars. True when something changed.
bool split_variable_copies(Shader& shader);

} // namespace jacquard::nir
