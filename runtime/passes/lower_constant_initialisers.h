#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Gives variables of these modes their first values by stores: locals at the start of their
// function, others at the start of the entry.
//
// Before: any shader. After: no variable of these modes that can be written has an initializer.
// True when something changed.
bool lower_constant_initialisers(Shader& shader, VariableMode modes = VariableMode::function_temp |
                                                                      VariableMode::shader_temp |
                                                                      VariableMode::shader_out);

} // namespace jacquard::nir
