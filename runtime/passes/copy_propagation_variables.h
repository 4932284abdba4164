#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Reads the value that was stored to or loaded from a variable last instead of the variable, also
// across control flow that does not write it; stores of what is there already go.
//
// Before: any shader. After: no load of a variable is left whose components all have been stored or
// loaded on every way to it, by instructions that dominate it, without anything in between that may
// write them. True when something changed.
bool copy_propagation_variables(Shader& shader);

} // namespace jacquard::nir
