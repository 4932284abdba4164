#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Names textures, samplers and images by number where dereferences name them: a variable's binding
// is the number of the first one in it, and indices into arrays of them are added.
//
// Before: variables are not handed to functions, and those of one kind have bindings that do not
// overlap. After: texture instructions have no dereferences as sources, and images are accessed by
// index, save where a pointer is no step from a variable. True when something changed.
bool lower_opaque_derefs(Shader& shader);

} // namespace jacquard::nir
