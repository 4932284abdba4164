#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

// Kills lanes in front of an if rather than inside of it. True when something changed.
bool flatten_kills(nir::Shader& shader);

} // namespace jacquard::ir3
