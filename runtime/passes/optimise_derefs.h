#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Shortens paths of dereferences: casts to what is there already and casts of casts, steps over
// memory by nothing, and steps from an element that lead to another element of the same array or
// pointer. Answers deref_mode_is where it is known.
//
// Before: any shader. After: none of these is left, and a dereference may point only where its
// parent may. True when something changed.
bool optimise_derefs(Shader& shader);

} // namespace jacquard::nir
