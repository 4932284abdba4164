#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Replaces ALU instructions whose sources are all constants by their value.
//
// Before: any shader. After: no ALU instruction reads only constants, save those of widths that the
// evaluator does not compute. True when something changed. Control flow stays.
bool fold_constants(Shader& shader);

} // namespace jacquard::nir
