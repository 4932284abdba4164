#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Accesses variables by dereference where load_var, store_var and copy_var name them.
//
// Before: any shader. After: there are none of these three. True when something changed.
bool lower_variables_to_derefs(Shader& shader);

} // namespace jacquard::nir
