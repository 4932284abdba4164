#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Loads constant buffers by vectors of 16 bytes. Where the alignment tells which components are
// meant, they are loaded as they are; else whole vectors are loaded and selected from.
//
// Before: addresses are multiples of the width of what is loaded. After: there is no load_ubo.
// `component` of load_ubo_vec4 counts in the width of its result. True when something changed.
bool lower_ubo_to_vec4(Shader& shader);

} // namespace jacquard::nir
