#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Removes dereferences that nothing uses.
//
// Before: any shader. After: every dereference is used. True when something changed.
bool remove_dead_derefs(Shader& shader);

} // namespace jacquard::nir
