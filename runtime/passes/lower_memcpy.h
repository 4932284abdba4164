#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Makes loads and stores of memcpy_deref: a copy of all of a variable where both sides are of one
// type and it is their size that is copied, else words as long as both sides' alignment allows,
// one after the other or, where they are many or their number is not known, in a loop.
//
// Before: any valid shader. After: no memcpy_deref whose pointers are dereferences is left; what
// it copied from lies in memory with a layout or is copied whole. True when something changed.
bool lower_memcpy(Shader& shader);

} // namespace jacquard::nir
