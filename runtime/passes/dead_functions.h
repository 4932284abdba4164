#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Removes functions that the entry does not come to call. A shader without an entry keeps all.
bool dead_functions(Shader& shader);

} // namespace jacquard::nir
