#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Works on copies of inputs and outputs: inputs are copied to globals at the start of the entry,
// outputs from globals where it ends and before each vertex that is emitted.
//
// Before: any shader. After: of these, only copies access inputs and outputs, save those of other
// vertices or invocations, those that hold textures, samplers or images, and those used by other
// than loads, stores and copies. True when something changed.
bool lower_io_to_temporaries(Shader& shader, bool inputs = true, bool outputs = true);

} // namespace jacquard::nir
