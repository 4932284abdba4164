#pragma once

#include <functional>
#include <set>
#include <string>

namespace jacquard::driver::glsl {

// Makes one resource of each texture that is sampled with the sampler that stands for those of
// Direct3D 9 (rewrite_hlsl.h), and removes that sampler. Textures are known by their pointers, so
// opaque_variables.h comes first. The variables of these names are such textures even if nothing is
// sampled with them, since the layout of a set counts them.
void combine_samplers(std::string& module, const std::set<std::string, std::less<>>& names);

} // namespace jacquard::driver::glsl
