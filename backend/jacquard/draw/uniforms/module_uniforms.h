#pragma once

#include <jacquard/draw/uniforms/uniform_type.h>
#include <jacquard/spirv/module/module.h>

#include <vector>

namespace jacquard::driver::draw {

// No block of uniforms that is given values takes more bytes: the most that programs can map, and
// then some.
inline constexpr std::uint64_t kMostBlockBytes = std::uint64_t{1} << 20;

// The uniform blocks and push constants that a module declares, used or not, the elements of arrays
// of blocks one by one. Blocks whose layout the module does not say, and parts that take more than
// kMostBlockBytes, are left out.
[[nodiscard]] std::vector<UniformBlock> uniforms_of(const spirv::Module& module);

} // namespace jacquard::driver::draw
