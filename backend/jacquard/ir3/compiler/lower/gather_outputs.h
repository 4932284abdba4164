#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

// Stores outputs at the end of the entry point. True when something changed; registers have to
// become values then.
bool gather_outputs(nir::Shader& shader);

} // namespace jacquard::ir3
