#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Joins accesses of one block to components of one slot: loads where the first of them stood,
// stores where the last did. Components in between are loaded too.
//
// Before: any shader. After: in no block are two loads, or two stores without something in between
// that orders outputs, of the same slot, kind and width, save of 64 bits and stores that transform
// feedback takes. True when something changed.
bool vectorise_io(Shader& shader);

} // namespace jacquard::nir
