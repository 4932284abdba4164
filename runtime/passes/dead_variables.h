#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Removes variables of these modes that nothing reads, with the stores and copies to them;
// variables that the world outside of the shader sees only where nothing accesses them at all.
//
// Before: any shader. After: every variable of these modes is used. True when something changed.
bool dead_variables(Shader& shader, VariableMode modes = VariableMode::function_temp |
                                                         VariableMode::shader_temp |
                                                         VariableMode::mem_shared);

} // namespace jacquard::nir
