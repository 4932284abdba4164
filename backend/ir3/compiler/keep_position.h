#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::ir3 {

// Whether it changed anything.
bool keep_position(nir::Shader& shader);

} // namespace jacquard::ir3
