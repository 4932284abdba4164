#pragma once

#include <string>

namespace jacquard::driver::glsl {

// Removes the bias that glslang gives lookups of four texels that compare, which HLSL has without
// one, and the capability that asks for it.
void drop_gather_bias(std::string& module);

} // namespace jacquard::driver::glsl
