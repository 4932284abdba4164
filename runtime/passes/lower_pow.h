#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes fpow as fexp2(flog2(|x|) * y), with what that leaves out put right: anything to the
// power of 0 is 1, and a negative base with an integer exponent keeps or drops its sign. Checks
// that constants or the shape of the base make needless are left out.
//
// Before: any shader. After: no fpow is left. 1 to an infinite power becomes a NaN. True when
// something changed.
bool lower_pow(Shader& shader);

} // namespace jacquard::nir
