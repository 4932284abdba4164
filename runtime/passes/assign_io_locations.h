#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Gives inputs and outputs their places: Variable::driver_location counts slots of four components
// behind those that the shader already lists, in the order of locations; variables that share a
// location share its slot. The slots are listed in ShaderInfo. Uniforms count from 0.
//
// Before: no access has been lowered yet to the places of these variables. After: every input,
// output and uniform has its driver_location, and the slots are in ShaderInfo. True when there were
// any.
bool assign_io_locations(Shader& shader);

} // namespace jacquard::nir
