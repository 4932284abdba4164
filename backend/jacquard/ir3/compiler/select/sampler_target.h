#pragma once

#include <jacquard/nir/ir/shader.h>

#include <string>

namespace jacquard::ir3 {

// The kind of texture at a sampler unit in the words of shader sources: 2D, CUBE_ARRAY, SHADOW1D.
[[nodiscard]] std::string sampler_target(const nir::TextureUnit& unit);

} // namespace jacquard::ir3
