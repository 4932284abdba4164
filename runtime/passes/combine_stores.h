#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Joins stores to components of one vector into one store, where the last of them stood; within
// blocks.
//
// Before: single components of vectors are stored under a mask, not by dereference. After: between
// two stores to one vector in a block stands something that may read or write it. True when
// something changed.
bool combine_stores(Shader& shader);

} // namespace jacquard::nir
