#pragma once

#include <string>

namespace jacquard::driver::glsl {

// Removes the variables of functions that hold textures and samplers from a module that glslang
// made of HLSL: it copies each that is handed to a function. The functions then take pointers to
// the resources themselves, as those of GLSL do. A module with a variable that may hold several
// resources, or with one of a structure that has resources, stays as it is.
void resolve_opaque_variables(std::string& module);

} // namespace jacquard::driver::glsl
