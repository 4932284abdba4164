#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Makes globals of the shader that only the entry uses its locals.
//
// Before: any shader. After: every variable of mode shader_temp is used by a function that is not
// the entry, or by none. True when something changed.
bool lower_global_variables_to_local(Shader& shader);

} // namespace jacquard::nir
