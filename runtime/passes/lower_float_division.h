#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes fdiv as a product with frcp, and fmod and frem from that quotient.
//
// Before: any shader. After: no fdiv, fmod or frem is left. A quotient is rounded twice. True when
// something changed.
bool lower_float_division(Shader& shader);

} // namespace jacquard::nir
