#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes fpow as fexp2(fmul(flog2(x), y)).
//
// Before: any shader. After: no fpow is left. True when something changed.
bool lower_pow(Shader& shader);

} // namespace jacquard::nir
