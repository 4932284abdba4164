#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes fdiv as a product with frcp, and fsqrt, fmod and frem from what hardware has.
//
// Before: any shader. After: no fdiv is left. True when something changed.
bool lower_float_division(Shader& shader);

} // namespace jacquard::nir
