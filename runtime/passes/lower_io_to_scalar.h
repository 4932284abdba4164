#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Loads and stores inputs and outputs one component at a time.
//
// Before: any shader. After: accesses to inputs and outputs by slot have one component, save stores
// that transform feedback takes. True when something changed.
bool lower_io_to_scalar(Shader& shader, bool inputs = true, bool outputs = true);

} // namespace jacquard::nir
