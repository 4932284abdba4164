#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Removes instructions whose results nobody needs.
//
// Before: any shader. After: every instruction that remains has an effect or a result that one with
// an effect needs; cycles of phis that only feed each other are gone. True when something changed.
bool dead_code(Shader& shader);

} // namespace jacquard::nir
