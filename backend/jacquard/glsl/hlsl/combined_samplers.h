#pragma once

#include <string>

namespace jacquard::driver::glsl {

// Makes one resource of each texture that is sampled with the sampler that stands for those of
// Direct3D 9 (rewrite_hlsl.h), and removes that sampler. Textures are known by their pointers, so
// opaque_variables.h comes first.
void combine_samplers(std::string& module);

} // namespace jacquard::driver::glsl
