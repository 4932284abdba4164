#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Removes stores to variables, or components of them, that are written again before anything reads
// them, or never read until the variable is gone; within blocks.
//
// Before: any shader. After: in no block is a component of a variable stored twice without
// something in between that may read it, save parts of indirectly indexed arrays. True when
// something changed.
bool dead_writes(Shader& shader);

} // namespace jacquard::nir
