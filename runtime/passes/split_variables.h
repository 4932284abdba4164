#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Splits variables of the shader's own into their members and elements: structures always, arrays
// and matrices where every index is constant. An array that is indexed by values stays an array, of
// each member where its elements are structures.
//
// Before: copies are of vectors (see split_variable_copies). After: local and global variables hold
// structures only where those are copied as a whole, used by calls or casts, given an initializer,
// or not accessed at all. True when something changed.
bool split_variables(Shader& shader);

} // namespace jacquard::nir
